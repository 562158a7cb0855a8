// What no request should wait for: the browser's files are made as small as they get once, after the build.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { minify } from "terser";

/**
 * esbuild minifies fast; terser finds another 4 % of the runtime (3 kB on the wire). Only what is safe for any program.
 */
const small = { module: true, compress: { passes: 3 }, mangle: true, format: { comments: false } };

/**
 * Makes the scripts of a folder smaller and writes `x.js.br` beside each script and style sheet. Scripts are kept in
 * `cache` by what they were made of: the runtime and the editor take five seconds and change with their packages only.
 */
export async function finishAssets({ folder, cache }) {
  mkdirSync(cache, { recursive: true });
  const kept = new Set();
  for (const entry of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!/\.(js|css)$/.test(entry)) continue;
    const path = join(folder, entry);
    let text = readFileSync(path);
    if (entry.endsWith(".js") && !entry.startsWith("manifest-")) {
      const name = createHash("sha256").update(JSON.stringify(small)).update(text).digest("hex");
      kept.add(name);
      const known = join(cache, name);
      if (!existsSync(known)) writeFileSync(known, (await minify(text.toString(), small)).code ?? text);
      text = readFileSync(known);
      writeFileSync(path, text);
    }
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
    writeFileSync(`${path}.br`, brotliCompressSync(text, { params }));
  }
  for (const name of readdirSync(cache)) if (!kept.has(name)) rmSync(join(cache, name));
}

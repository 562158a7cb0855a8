// Writes docs/reference/engine-differences.md from the lists that the engine comparison uses.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const folder = mkdtempSync(join("node_modules", ".print-"));
try {
  const outfile = join(folder, "differences.mjs");
  await build({
    entryPoints: ["tests/engines/differences.ts"],
    bundle: true,
    outfile,
    format: "esm",
    platform: "node",
    packages: "external",
  });
  const { engineDifferences } = await import(pathToFileURL(outfile).href);
  writeFileSync("docs/reference/engine-differences.md", engineDifferences());
} finally {
  rmSync(folder, { recursive: true, force: true });
}

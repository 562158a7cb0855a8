// Writes docs/reference/limits.md from the table of bounds in common/limits.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const folder = mkdtempSync(join("node_modules", ".print-"));
try {
  const outfile = join(folder, "limits.mjs");
  await build({
    entryPoints: ["common/limits/table.ts"],
    bundle: true,
    outfile,
    format: "esm",
    platform: "node",
    packages: "external",
  });
  const { limitsPage } = await import(pathToFileURL(outfile).href);
  writeFileSync("docs/reference/limits.md", limitsPage());
} finally {
  rmSync(folder, { recursive: true, force: true });
}

// Writes docs/reference/runs-as.md from the table in common/runs-as.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const folder = mkdtempSync(join("node_modules", ".print-"));
try {
  const outfile = join(folder, "runs-as.mjs");
  await build({
    entryPoints: ["common/runs-as/page.ts"],
    bundle: true,
    outfile,
    format: "esm",
    platform: "node",
    packages: "external",
  });
  const { runsAsPage } = await import(pathToFileURL(outfile).href);
  writeFileSync("docs/reference/runs-as.md", runsAsPage());
} finally {
  rmSync(folder, { recursive: true, force: true });
}

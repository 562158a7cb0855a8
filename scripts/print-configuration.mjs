// Writes docs/run/configuration.md from the schemas of the configuration and what is said of each variable.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const folder = mkdtempSync(join("node_modules", ".print-"));
try {
  const outfile = join(folder, "configuration.mjs");
  await build({
    entryPoints: ["scripts/configuration/page.ts"],
    bundle: true,
    outfile,
    format: "esm",
    platform: "node",
    packages: "external",
  });
  const { configurationPage } = await import(pathToFileURL(outfile).href);
  writeFileSync("docs/run/configuration.md", configurationPage());
} finally {
  rmSync(folder, { recursive: true, force: true });
}

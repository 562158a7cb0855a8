// Writes docs/reference/spec-differences.md from the lists that the replay of recorded answers uses.
import { writeFileSync } from "node:fs";
import { build } from "esbuild";

const bundled = await build({
  entryPoints: ["tests/replay/document.ts"],
  bundle: true,
  write: false,
  format: "esm",
  platform: "node",
});
const source = Buffer.from(bundled.outputFiles[0].contents).toString("base64");
const { differencesDocument } = await import(`data:text/javascript;base64,${source}`);
writeFileSync("docs/reference/spec-differences.md", differencesDocument());

// Bundles scripts/bench/engine.ts and runs it: `node scripts/bench/in-process.mjs [--json] [--times 60] [part of a name …]`.
// With a profile: `node --cpu-prof --cpu-prof-dir=.cache/prof scripts/bench/in-process.mjs`.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, stop } from "esbuild";
import { root } from "../../server/launch/install.mjs";

const outfile = join(root, ".cache/bench/engine.mjs");
await build({
  absWorkingDir: root,
  entryPoints: ["scripts/bench/engine.ts"],
  outfile,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  packages: "external",
  logLevel: "warning",
});
await stop();
await import(pathToFileURL(outfile).href);

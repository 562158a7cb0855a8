// Bundles a measure that reaches into the product, so that node can run it.
import { join } from "node:path";
import { build, stop } from "esbuild";
import { root } from "../../server/launch/install.mjs";

/** Bundles `scripts/bench/<name>.ts`; the path of what can be run. */
export async function bundled(name) {
  const outfile = join(root, `.cache/bench/${name}.mjs`);
  await build({
    absWorkingDir: root,
    entryPoints: [`scripts/bench/${name}.ts`],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    logLevel: "warning",
  });
  await stop();
  return outfile;
}

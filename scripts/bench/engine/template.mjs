// The index that the films are measured in: settings and mappings of the template that the gateway gives every new
// index.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "../../../server/launch/install.mjs";

/** Body of `PUT /films`, one shard, no replica. The template is TypeScript, so it is bundled first. */
export async function filmsIndex() {
  const outfile = join(root, ".cache/bench/template.mjs");
  await build({
    absWorkingDir: root,
    entryPoints: ["backend/gateway/resources/indices/template/default-template.ts"],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "warning",
  });
  const { DEFAULT_TEMPLATE } = await import(pathToFileURL(outfile).href);
  const { settings, mappings } = DEFAULT_TEMPLATE;
  return JSON.stringify({
    settings: { index: { ...settings.index, number_of_shards: 1, number_of_replicas: 0 } },
    mappings,
  });
}

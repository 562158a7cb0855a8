import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PRIVATE_FILE } from "@common/storage/private-files";
import * as z from "zod";
import { ConfigError, readEngineOptions } from "../engine-config";
import type { RemoteEngineOptions } from "../engine/remote/options";
import type { Cluster } from "../gateway/resources/pipelines/connection/choice";

type Env = Readonly<Record<string, string | undefined>>;

const FILE = "engine-connection.json";
const KeptSchema = z.object({
  backend: z.enum(["elasticsearch", "opensearch"]),
  url: z.string(),
  signIn: z.object({ username: z.string(), password: z.string() }).nullable(),
});

/** A cluster as the options of an engine; ENGINE_CA of the environment holds for it too. Throws `ConfigError`. */
export function optionsOf({ url, signIn }: Cluster, env: Env): RemoteEngineOptions {
  const options = readEngineOptions({
    ENGINE_URL: url,
    ENGINE_USERNAME: signIn?.username,
    ENGINE_PASSWORD: signIn?.password,
    ENGINE_CA: url.startsWith("https:") ? env["ENGINE_CA"] : undefined,
  });
  if (options === null) throw new ConfigError("the address of the search engine is missing");
  return options;
}

/**
 * The cluster that somebody has connected by a call; null where nobody has. Throws a `ConfigError` of one line where
 * the file is none of ours.
 */
export function readKeptConnection(folder: string, env: Env): RemoteEngineOptions | null {
  const path = join(folder, FILE);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  try {
    return optionsOf(KeptSchema.parse(JSON.parse(text)), env);
  } catch {
    throw new ConfigError(`${path} cannot be read: delete it to work on the bundled engine again, or set ENGINE_URL.`);
  }
}

/** Keeps a cluster for the next start, for this process's user alone; null goes back to the bundled engine. */
export function keepConnection(folder: string, cluster: Cluster | null): void {
  const path = join(folder, FILE);
  if (cluster === null) return rmSync(path, { force: true });
  const unfinished = `${path}.new`;
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, JSON.stringify(cluster), { mode: PRIVATE_FILE, flag: "wx", flush: true });
  renameSync(unfinished, path);
}

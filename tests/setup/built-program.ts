import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const built = new Map<string, Promise<URL>>();

async function make(entry: string): Promise<URL> {
  const { outputFiles } = await build({
    entryPoints: [resolve(entry)],
    write: false,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    logLevel: "warning",
  });
  const text = outputFiles[0]?.text ?? "";
  // Inside the project, so that the thread finds its packages.
  const folder = resolve(".cache/tmp");
  const file = resolve(
    folder,
    `${basename(entry, ".ts")}-${createHash("sha256").update(text).digest("hex").slice(0, 16)}.mjs`,
  );
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const written = `${file}.${process.pid}`;
    writeFileSync(written, text);
    renameSync(written, file);
  }
  return pathToFileURL(file);
}

function program(entry: string): Promise<URL> {
  const known = built.get(entry) ?? make(entry);
  built.set(entry, known);
  return known;
}

/** The program of script threads, from source: built once for each state of its sources. */
export function scriptWorker(): Promise<URL> {
  return program("backend/gateway/resources/search-relevance/rules/scripts/script-worker.ts");
}

/** The same for the threads of the embedded engine. */
export function engineWorker(): Promise<URL> {
  return program("backend/engine/embedded/threads/engine-worker.ts");
}

/** The same for the thread that merges. */
export function mergeWorker(): Promise<URL> {
  return program("backend/engine/embedded/store/merge/merge-worker.ts");
}

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

let built: Promise<URL> | undefined;

async function make(): Promise<URL> {
  const { outputFiles } = await build({
    entryPoints: [resolve("backend/gateway/rules/scripts/script-worker.ts")],
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
  const file = resolve(folder, `script-worker-${createHash("sha256").update(text).digest("hex").slice(0, 16)}.mjs`);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const written = `${file}.${process.pid}`;
    writeFileSync(written, text);
    renameSync(written, file);
  }
  return pathToFileURL(file);
}

/** The program of script threads, from source: built once for each state of its sources. */
export function scriptWorker(): Promise<URL> {
  return (built ??= make());
}

import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DocumentFault } from "@common/pipelines/document/faults";
import { DOCUMENT_LIMITS } from "@common/pipelines/document/limits";
import { readDocument } from "@common/pipelines/document/read-text";
import type { PipelineDocument } from "@common/pipelines/document/types";
import { fileName, PipelinesError, requireApart, scriptFiles } from "./names";
import { type Environment, fillSecrets } from "./secrets";

/** A pipeline: its text, and the scripts that its stages call, by the names they call them by. */
export type Pipeline = { id: string; content: string; extension: "json" | "yaml"; scripts: Record<string, string> };
/** One of a folder. `raw`: its text as the file has it, before values of secrets; `hasId`: whether the text says the id. */
export type FolderPipeline = Pipeline & { raw: string; folder: string; hasId: boolean };

const TEXTS = ["pipeline.yaml", "pipeline.yml", "pipeline.json"];

/** What stands at a path. Throws `PipelinesError` for a link, which would lead a pull or a push out of the folder. */
export function kindOf(path: string): "file" | "folder" | "none" {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return "none";
  if (found.isFile()) return "file";
  if (found.isDirectory()) return "folder";
  throw new PipelinesError(`${path} is neither a file nor a folder.`);
}

function textAt(path: string, most: number): string {
  if (kindOf(path) !== "file") throw new PipelinesError(`${path} is missing, and a stage calls it.`);
  const bytes = readFileSync(path);
  if (bytes.length > most) throw new PipelinesError(`${path} is larger than ${most / 1024} KB.`);
  return bytes.toString("utf8");
}

/** The document of a text. Throws `PipelinesError` with line and column of each fault. */
export function documentAt(content: string, where: string): ReturnType<typeof readDocument> {
  try {
    return readDocument(content);
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error;
    const lines = error.faults.map(({ message, line, column }) =>
      line === null ? `${where}: ${message}` : `${where}:${line}:${column ?? 1}: ${message}`,
    );
    throw new PipelinesError(lines.join("\n"));
  }
}

function textFile(folder: string): string | undefined {
  const found = TEXTS.filter((name) => kindOf(join(folder, name)) === "file");
  if (found.length > 1) throw new PipelinesError(`${folder} has ${found.join(" and ")}: a pipeline has one text.`);
  return found[0];
}

function scriptsBeside(document: PipelineDocument, folder: string): Record<string, string> {
  const files = scriptFiles(document, folder);
  return Object.fromEntries(
    files.map(({ ref, file }) => [ref, textAt(join(folder, file), DOCUMENT_LIMITS.scriptBytes)]),
  );
}

function pipelineIn(folder: string, name: string, env: Environment): FolderPipeline | undefined {
  const file = textFile(folder);
  if (file === undefined) return undefined;
  const where = join(folder, file);
  const raw = textAt(where, DOCUMENT_LIMITS.textBytes);
  const { document, extension } = documentAt(raw, where);
  const content = fillSecrets(raw, { where, env });
  const scripts = scriptsBeside(document, folder);
  return { id: document.id ?? name, hasId: document.id !== null, folder, raw, content, extension, scripts };
}

/**
 * The pipelines of a folder: of each folder in it that has a `pipeline.yaml` or `pipeline.json`, or the one that lies in
 * it. Throws `PipelinesError` for what cannot be read, before anything is sent.
 */
export function readFolder(root: string, env: Environment): FolderPipeline[] {
  if (kindOf(root) !== "folder") throw new PipelinesError(`There is no folder ${root}.`);
  const single = pipelineIn(root, "", env);
  const names = readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));
  const within = single ? [single] : names.sort().flatMap((name) => pipelineIn(join(root, name), name, env) ?? []);
  requireApart(
    within.map(({ id }) => id),
    "a pipeline",
  );
  return within;
}

/** Writes a pipeline into its folder: the text as it is, scripts beside it. */
export function writePipeline(folder: string, { id, content, extension, scripts }: Pipeline): void {
  const { document } = documentAt(content, id);
  const files = scriptFiles(document, id).map(({ ref, file }) => ({ file, text: scripts[ref] ?? "" }));
  const text = extension === "json" ? "pipeline.json" : "pipeline.yaml";
  if (kindOf(folder) === "none") mkdirSync(folder, { recursive: true });
  for (const name of [...TEXTS, ...files.map(({ file }) => file)]) kindOf(join(folder, name));
  for (const old of TEXTS) if (old !== text) rmSync(join(folder, old), { force: true });
  for (const { file, text: script } of files) writeFileSync(join(folder, file), script);
  writeFileSync(join(folder, text), content);
}

/** The folder of a pipeline that has none yet. Throws `PipelinesError` for an id that is no name of a folder. */
export const newFolder = (root: string, id: string) => join(root, fileName(id, "a pipeline's folder"));

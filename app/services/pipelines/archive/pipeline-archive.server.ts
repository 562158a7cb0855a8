import { PIPELINES_LIMITS } from "@common/limits/pipelines";
import type { PipelineDocument } from "@common/pipelines/document/types";
import { readText, scriptNames } from "../read.server";
import { textFile } from "../readable.server";
import { isArchiveName, shownName, unzipTexts, ZipFault } from "./unzip.server";
import { zipTexts } from "./zip.server";

const { archiveFiles, archiveFile, body } = PIPELINES_LIMITS;

/** The largest archive that is taken. */
export const MOST_ARCHIVE_BYTES = body.most;

export type Archived = { content: string; scripts: Record<string, string> };

const asFile = (name: string) => (name.endsWith(".js") ? name : `${name}.js`);

/**
 * A version as an archive: its text, and its scripts beside it. Throws ZipFault with a sentence where it would not be
 * one that an import takes: a script is missing, or is called by a name that leads out of a folder.
 */
export async function archiveOf({
  content,
  scripts,
}: {
  content: string;
  scripts: Readonly<Record<string, string>>;
}): Promise<Buffer> {
  const called = scriptNames(content);
  const climbing = [...called, ...Object.keys(scripts)].find((name) => !isArchiveName(asFile(name)));
  if (climbing !== undefined)
    throw new ZipFault(`${shownName(climbing)} cannot be the name of a file in an archive. Rename the script first.`);
  const missing = called.find((name) => !Object.hasOwn(scripts, name));
  if (missing !== undefined) throw new ZipFault(`A stage runs ${shownName(missing)}, which the server did not return.`);
  const named = Object.entries(scripts).sort(([a], [b]) => (a < b ? -1 : 1));
  return zipTexts(
    new Map([[textFile(content), content], ...named.map(([name, text]) => [asFile(name), text] as const)]),
  );
}

/** What an archive holds, with its text read. Throws ZipFault with a sentence for what is not taken. */
export async function readArchive(bytes: Buffer): Promise<Archived & { document: PipelineDocument }> {
  const files = await unzipTexts(bytes, { files: archiveFiles.most, each: archiveFile.most, all: body.most });
  const texts = [...files].filter(([name]) => /^pipeline\.(ya?ml|json)$/.test(name));
  const [text] = texts;
  if (text === undefined || texts.length > 1)
    throw new ZipFault("The archive needs one file pipeline.yaml or pipeline.json, not in a folder.");
  const other = [...files.keys()].find((name) => name !== text[0] && !name.endsWith(".js"));
  if (other !== undefined)
    throw new ZipFault(
      `“${other.slice(0, 100)}” is not taken: an archive holds the text of the pipeline and .js files.`,
    );
  const [, content] = text;
  const { document, faults } = readText(content);
  if (document === null) {
    const [{ message = "it cannot be read", line = null, column = null } = {}] = faults;
    throw new ZipFault(`${text[0]}${line === null ? "" : `, line ${line}, column ${column ?? 1}`}: ${message}.`);
  }
  const sent = new Map([...files].filter(([name]) => name !== text[0]));
  // Stages may name a script with its ending or without.
  const scripts: Record<string, string> = {};
  for (const name of scriptNames(content)) {
    const found = sent.get(name) ?? sent.get(asFile(name));
    if (found === undefined) throw new ZipFault(`A stage runs ${name}, which is not in the archive.`);
    scripts[name] = found;
    sent.delete(name);
    sent.delete(asFile(name));
  }
  return { content, document, scripts: { ...scripts, ...Object.fromEntries(sent) } };
}

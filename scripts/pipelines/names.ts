import { scriptName } from "@common/pipelines/document/missing-scripts";
import type { PipelineDocument } from "@common/pipelines/document/types";

/** Files, a server or a wish that the command cannot work with; the message is for the operator. */
export class PipelinesError extends Error {}

const LONGEST = 200;
// What Windows keeps for devices: a folder that one system cannot check out is of no use in a repository.
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** The name of a file or folder as it was given. Throws `PipelinesError` for one that climbs, hides or is none somewhere. */
export function fileName(name: string, what: string): string {
  const plain = /^[\p{L}\p{N}_][\p{L}\p{N}_.\- ]*$/u.test(name) && !name.includes("..") && !/[. ]$/.test(name);
  if (!plain || name.length > LONGEST || DEVICES.test(name))
    throw new PipelinesError(`${JSON.stringify(name.slice(0, LONGEST))} cannot be the name of ${what}.`);
  return name;
}

/** Throws `PipelinesError` where two names are one on a system that does not tell capitals apart. */
export function requireApart(names: readonly string[], what: string): void {
  const seen = new Map<string, string>();
  for (const name of names) {
    const folded = name.normalize("NFC").toLowerCase();
    const other = seen.get(folded);
    if (other !== undefined) throw new PipelinesError(`${other} and ${name} are one name of ${what} on some systems.`);
    seen.set(folded, name);
  }
}

/**
 * The scripts that the stages of a pipeline call, each once, by the name they are called by and that of their file. Throws
 * `PipelinesError`, which begins with `where`, for a name that no file may have.
 */
export function scriptFiles(document: PipelineDocument, where: string): { ref: string; file: string }[] {
  try {
    return filesOf(document);
  } catch (error) {
    throw error instanceof PipelinesError ? new PipelinesError(`${where}: ${error.message}`) : error;
  }
}

function filesOf({ stages }: PipelineDocument): { ref: string; file: string }[] {
  const byName = new Map(stages.flatMap(({ scriptRef }) => (scriptRef ? [[scriptName(scriptRef), scriptRef]] : [])));
  const files = [...byName.values()].map((ref) => ({
    ref,
    file: fileName(/\.[a-z0-9]{1,10}$/i.test(ref) ? ref : `${ref}.js`, "a script's file"),
  }));
  requireApart(["pipeline.yaml", "pipeline.yml", "pipeline.json", ...files.map(({ file }) => file)], "a file");
  return files;
}

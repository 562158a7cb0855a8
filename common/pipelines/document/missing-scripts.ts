import type { PipelineDocument, PipelineScripts } from "./types";

/** The name of a script without its ending: `rank` and `rank.js` are the same file. */
export function scriptName(name: string): string {
  return name.replace(/\.js$/i, "");
}

/** The names of scripts that stages use and that have no file, each once. */
export function missingScripts(document: Pick<PipelineDocument, "stages">, scripts: PipelineScripts): string[] {
  const names = new Set(Object.keys(scripts).map(scriptName));
  const wanted = document.stages.flatMap(({ scriptRef }) => scriptRef ?? []);
  return [...new Set(wanted)].filter((ref) => !names.has(scriptName(ref)));
}

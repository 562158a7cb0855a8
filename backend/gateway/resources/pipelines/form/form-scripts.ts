import { isJsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import type { PipelineScript, PipelineScripts } from "@common/pipelines/document/types";
import { quoted } from "@common/pipelines/document/faults";
import { FormFault } from "./form-fault";
import { DOCUMENT_LIMITS } from "@common/pipelines/document/limits";
import { scriptName } from "@common/pipelines/document/missing-scripts";

const { scripts: MOST, scriptBytes: LARGEST, scriptName: LONGEST } = DOCUMENT_LIMITS;

/** A JSON text as its value; undefined where it is none. */
export function jsonOrUndefined(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function requireName(name: string): void {
  const short = quoted(name);
  if (name.trim() === "") throw new FormFault("a part of the form has neither a name nor a file name");
  if (name.length > LONGEST)
    throw new FormFault(`the name of the script ${short} is longer than ${LONGEST} characters`);
  if (/[/\\\p{Cc}]|\.\./u.test(name) || name === "__proto__")
    throw new FormFault(`${short} is no name of a script: it has a slash, two dots or control characters in it`);
}

function endingOf(name: string): string {
  return /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? "js";
}

// A client wraps scripts in JSON, a command line sends the file itself.
function scriptOf(name: string, given: JsonValue | undefined, raw: string): PipelineScript {
  const wrapped = given !== undefined && isJsonObject(given) ? given : {};
  const { content, extension } = wrapped;
  if (typeof content !== "string") return { content: raw, extension: endingOf(name) };
  const told = typeof extension === "string" ? extension.replace(/^\./, "") : "";
  return { content, extension: told || endingOf(name) };
}

/** Scripts as a form or a body brings them: by their names, each as text or wrapped in JSON. */
export type SentScript = { name: string; value: JsonValue };

/** Reads the scripts of a form. Throws a FormFault. */
export function readScripts(sent: readonly SentScript[]): PipelineScripts {
  if (sent.length > MOST) throw new FormFault(`these are ${sent.length} scripts, more than ${MOST}`);
  const names = new Set<string>();
  const scripts = sent.map(({ name, value }): [string, PipelineScript] => {
    requireName(name);
    if (names.has(scriptName(name))) throw new FormFault(`the script ${quoted(name)} is sent twice`);
    names.add(scriptName(name));
    const script =
      typeof value === "string"
        ? scriptOf(name, jsonOrUndefined(value), value)
        : scriptOf(name, value, stringifyJson(value));
    if (Buffer.byteLength(script.content) > LARGEST)
      throw new FormFault(`the script ${quoted(name)} is larger than ${LARGEST / 1024} KB`);
    return [name, script];
  });
  return Object.fromEntries(scripts);
}

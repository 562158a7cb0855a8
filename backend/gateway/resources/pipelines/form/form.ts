import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import type { PipelineScripts } from "@common/pipelines/document/types";
import { quoted } from "@common/pipelines/document/faults";
import { FormFault } from "./form-fault";
import { jsonOrUndefined, readScripts, type SentScript } from "./form-scripts";
import { DOCUMENT_LIMITS } from "@common/pipelines/document/limits";
import type { FormPart } from "./multipart";
import type { Extension } from "@common/pipelines/document/source/source-types";

/** What a call about a pipeline brings. Null: the call says nothing of it. */
export type PipelineForm = {
  /** The text of the pipeline, as it is kept. */
  content: string;
  extension: Extension;
  /** JSON text of what the editor tries the pipeline with. */
  validateContext: string | null;
  scripts: PipelineScripts;
  versionDescription: string | null;
  enabled: boolean | null;
  /** JSON texts of a trial, as they were sent. */
  request: string | null;
  response: string | null;
  envs: string | null;
  pipelineId: string | null;
  priority: number | null;
};

const OWN_PARTS = [
  "pipeline",
  "versionDescription",
  "validateContext",
  "enabled",
  "request",
  "response",
  "envs",
  "pipeline_id",
  "priority",
] as const;
type OwnPart = (typeof OWN_PARTS)[number];

/** The text of the pipeline, and what is wrapped around it. */
type Wrapped = { content: string; extension: Extension; around: JsonObject };

function unwrapped(text: string): Wrapped {
  const value = jsonOrUndefined(text.replace(/^\uFEFF/, ""));
  if (value === undefined) return { content: text, extension: "yaml", around: {} };
  const content = isJsonObject(value) ? value["content"] : undefined;
  if (!isJsonObject(value) || content === undefined || content === null)
    return { content: text, extension: "json", around: {} };
  if (typeof content !== "string") return { content: stringifyJson(content), extension: "json", around: value };
  // What the call says of its kind is not looked at: clients say yaml and send JSON.
  return { content, extension: jsonOrUndefined(content) === undefined ? "yaml" : "json", around: value };
}

function partsByName(parts: readonly FormPart[]): { own: Map<OwnPart, string>; scripts: SentScript[] } {
  const own = new Map<OwnPart, string>();
  const scripts: SentScript[] = [];
  for (const { name: given, filename, text } of parts) {
    const name = given || (filename ?? "");
    const part = OWN_PARTS.find((one) => one === name);
    if (part === undefined) scripts.push({ name, value: text });
    else if (own.has(part)) throw new FormFault(`the form has the part ${part} twice`);
    else own.set(part, text);
  }
  return { own, scripts };
}

function wrappedScripts(around: JsonObject): SentScript[] {
  const { scripts = null } = around;
  if (scripts === null) return [];
  if (!isJsonObject(scripts)) throw new FormFault("scripts must be an object of scripts by their names");
  return Object.entries(scripts).map(([name, value]) => ({ name, value }));
}

function textOrNull(value: JsonValue | undefined): string | null {
  if (value === undefined || value === null || value === "") return null;
  return typeof value === "string" ? value : stringifyJson(value);
}

function jsonText(text: string | null, name: string): string | null {
  if (text === null || text.trim() === "") return null;
  if (jsonOrUndefined(text) === undefined) throw new FormFault(`${name} is no JSON`);
  return text;
}

function flagOf(text: string | null): boolean | null {
  const word = text?.trim().toLowerCase() ?? "";
  if (word !== "" && word !== "true" && word !== "false")
    throw new FormFault(`enabled must be true or false, not ${quoted(word)}`);
  return word === "" ? null : word === "true";
}

function wholeOf(text: string | null): number | null {
  const number = text === null || text.trim() === "" ? null : Number(text);
  if (number !== null && !Number.isSafeInteger(number))
    throw new FormFault(`priority must be a whole number, not ${quoted(text ?? "")}`);
  return number;
}

/**
 * Reads the parts of a form, or a plain body as its one part `pipeline`: the pipeline wrapped in JSON or as it is, its
 * scripts, and what is said beside. A part goes before what is wrapped around the pipeline. Throws a FormFault.
 */
export function readPipelineForm(parts: readonly FormPart[]): PipelineForm {
  const { own, scripts } = partsByName(parts);
  const sent = own.get("pipeline");
  if (sent === undefined) throw new FormFault("the form has no part pipeline");
  // Escaped within a wrapping, a text takes more than it is long.
  if (Buffer.byteLength(sent) > 4 * DOCUMENT_LIMITS.textBytes) throw new FormFault("the part pipeline is too large");
  const { content, extension, around } = unwrapped(sent);
  const said = (name: Exclude<OwnPart, "pipeline">) => own.get(name) || textOrNull(around[name]);
  return {
    content,
    extension,
    validateContext: jsonText(said("validateContext"), "validateContext"),
    scripts: readScripts([...wrappedScripts(around), ...scripts]),
    versionDescription: said("versionDescription"),
    enabled: flagOf(said("enabled")),
    request: jsonText(said("request"), "request"),
    response: jsonText(said("response"), "response"),
    envs: jsonText(said("envs"), "envs"),
    pipelineId: said("pipeline_id"),
    priority: wholeOf(said("priority")),
  };
}

import { AssignmentError, type Assignment, readAssignments } from "@common/data/assignments/grammar";
import { programOf } from "@common/data/assignments/program";
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import type { Caller } from "../auth/types";
import { HttpError, unauthorized } from "../http/errors";
import { type FieldRights, fieldRights, hidesBelow, maySee } from "./field-rights";

const EXAMPLE = 'ctx._source.title = "New"; ctx._source.copy = ctx._source.title; ctx._source.remove("old")';

function refused(what: string): HttpError {
  const reason = `cannot execute [inline] scripts: only plain assignments are carried out, as in ${EXAMPLE}. ${what}`;
  const cause = { type: "illegal_argument_exception", reason };
  return new HttpError(400, `elastic: Error 400 (Bad Request): ${reason} [type=${cause.type}]`, { cause });
}

const PARTS = ["source", "inline", "lang", "params"];

// A script as its text, or as an object with parameters.
function partsOf(script: JsonValue): { text: string; params: JsonObject } {
  if (typeof script === "string") return { text: script, params: {} };
  if (!isJsonObject(script)) throw refused("The script is neither a text nor an object.");
  const unknown = Object.keys(script).find((key) => !PARTS.includes(key));
  if (unknown !== undefined) throw refused(`[${unknown}] is no part of them.`);
  const { source, inline, lang = "painless", params = {} } = script;
  const text = source ?? inline;
  if (typeof text !== "string" || lang !== "painless" || !isJsonObject(params))
    throw refused("The script has no such source.");
  return { text, params };
}

const fieldsOf = (step: Assignment) => (step.op === "copy" ? [step.path, step.from] : [step.path]);

// A copy would show a closed field under another name; and one that is written to is as closed as one that is read.
function requireOpenFields(steps: readonly Assignment[], rights: FieldRights): void {
  for (const path of steps.flatMap(fieldsOf)) {
    // A key with a dot in it may be read as a field within another one, and the other way round.
    const name = path.join(".");
    if (!maySee(rights, name) || hidesBelow(rights, name))
      throw unauthorized(`credentials cannot access the field [${name}]`);
  }
}

/**
 * A script of plain assignments as an engine carries it out: one program of ours with the list as its parameter, never
 * the caller's text. Throws 400 for what is more than that, and 401 for fields that the caller may not see.
 */
export function assignmentProgram(script: JsonValue, caller: Caller): JsonObject {
  const { text, params } = partsOf(script);
  const rights = fieldRights(caller);
  try {
    const steps = readAssignments(text, params);
    if (rights) requireOpenFields(steps, rights);
    return programOf(steps);
  } catch (error) {
    if (!(error instanceof AssignmentError)) throw error;
    const { what, at } = error;
    throw refused(`It is more than that, or none, from ${what} on (character ${at}).`);
  }
}

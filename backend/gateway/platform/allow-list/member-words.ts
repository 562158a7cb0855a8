import { type JsonValue, LosslessNumber } from "@common/text/json";
import type { ErrorCause } from "../http/errors";

/** A member that does not pass, with its value and the text that it stands in. */
export type Foreign = { name: string; value: JsonValue; text: string };
/** How Elasticsearch 7.10 refuses a member that it does not know, which differs from body to body. */
export type Words = (foreign: Foreign) => ErrorCause;

function tokenOf(value: JsonValue): string {
  if (value === null) return "VALUE_NULL";
  if (Array.isArray(value)) return "START_ARRAY";
  if (typeof value === "string") return "VALUE_STRING";
  if (typeof value === "boolean") return "VALUE_BOOLEAN";
  return typeof value === "number" || value instanceof LosslessNumber ? "VALUE_NUMBER" : "START_OBJECT";
}

// Where the member's name first stands as one, as the parsers of engines count: from 1.
function placeOf({ name, text }: Foreign): { line: number; column: number } | null {
  for (let at = text.indexOf(JSON.stringify(name)); at >= 0; at = text.indexOf(JSON.stringify(name), at + 1)) {
    if (!/^\s*:/.test(text.slice(at + JSON.stringify(name).length, at + 200))) continue;
    const before = text.slice(0, at);
    return { line: before.split("\n").length, column: at - before.lastIndexOf("\n") };
  }
  return null;
}

function inField(kind: string): Words {
  return (foreign) => {
    const place = placeOf(foreign);
    const reason = `${place ? `[${place.line}:${place.column}] ` : ""}[${kind}] unknown field [${foreign.name}]`;
    return { type: "x_content_parse_exception", reason, ...(place ?? {}) };
  };
}

export const words = {
  field: inField,
  search: ({ name, value }: Foreign) => ({
    type: "parsing_exception",
    reason: `Unknown key for a ${tokenOf(value)} in [${name}].`,
  }),
  onlyQuery: ({ name }: Foreign) => ({ type: "parsing_exception", reason: `request does not support [${name}]` }),
  scroll: ({ name, value }: Foreign) => ({
    type: "illegal_argument_exception",
    reason: `Unknown parameter [${name}] in request body or parameter is of the wrong type[${tokenOf(value)}] `,
  }),
  header: ({ name }: Foreign) => ({
    type: "illegal_argument_exception",
    reason: `key [${name}] is not supported in the metadata section`,
  }),
  action: ({ name }: Foreign) => ({
    type: "illegal_argument_exception",
    reason: `Action/metadata line contains an unknown parameter [${name}]`,
  }),
  mget: ({ name, value }: Foreign) => ({
    type: "parsing_exception",
    reason: `unknown key [${name}] for a ${tokenOf(value)}, expected [docs] or [ids]`,
  }),
  got: ({ name }: Foreign) => ({
    type: "parse_exception",
    reason: `failed to parse multi get request. unknown field [${name}]`,
  }),
  termVectors: ({ name }: Foreign) => ({
    type: "parse_exception",
    reason: `failed to parse term vectors request. unknown field [${name}]`,
  }),
  newIndex: ({ name }: Foreign) => ({ type: "parse_exception", reason: `unknown key [${name}] for create index` }),
  template: ({ name }: Foreign) => ({ type: "parse_exception", reason: `unknown key [${name}] in the template ` }),
  mapping: ({ name }: Foreign) => ({
    type: "mapper_parsing_exception",
    reason: `Root mapping definition has unsupported parameters:  [${name}]`,
  }),
} satisfies Record<string, Words | ((kind: string) => Words)>;

import { isJsonObject, type JsonValue } from "@common/text/json";
import { createFaults, type Path, type Problem } from "../faults";
import { isJsonWithComments, jsonProblems, readJson } from "./json-source";
import { DOCUMENT_LIMITS } from "../limits";
import type { Source } from "./source-types";
import { readYaml } from "./yaml-source";

const TOO_MANY_BRACKETS = 1_000;

// Before the parsers, which go as deep as the text: hundreds of thousands of brackets would end the process. Brackets
// in texts count too, which mostly are closed.
function goesTooDeep(text: string): boolean {
  let [brackets, marks] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (sign === "[" || sign === "{") brackets++;
    else if (sign === "]" || sign === "}") brackets = Math.max(0, brackets - 1);
    if ((sign === "-" || sign === "?" || sign === ":") && /\s/.test(text[at + 1] ?? "")) marks++;
    else if (!/\s/.test(sign)) marks = 0;
    if (brackets > TOO_MANY_BRACKETS || marks > TOO_MANY_BRACKETS) return true;
  }
  return false;
}

function refusedValues(value: JsonValue, path: Path = []): Problem[] {
  if (path.length > DOCUMENT_LIMITS.depth)
    return [{ path: path.slice(0, 3), reason: `goes deeper than ${DOCUMENT_LIMITS.depth} levels` }];
  if (Array.isArray(value)) return value.flatMap((item, place) => refusedValues(item, [...path, place]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    // Data here, but whoever assigns it by its name would change a prototype.
    ...(name === "__proto__" ? [{ path: [...path, name], reason: "this name is not allowed" }] : []),
    ...refusedValues(inner, [...path, name]),
  ]);
}

function reading(text: string): Source | readonly Problem[] {
  if (goesTooDeep(text)) return [{ path: [], reason: `the text goes deeper than ${DOCUMENT_LIMITS.depth} levels` }];
  const json = readJson(text);
  if (json) return json;
  const likeJson = /^\s*[{[]/.test(text);
  if (likeJson && isJsonWithComments(text)) return jsonProblems(text);
  const yaml = readYaml(text);
  return Array.isArray(yaml) && likeJson ? jsonProblems(text) : yaml;
}

function isSource(read: Source | readonly Problem[]): read is Source {
  return !Array.isArray(read);
}

/** Reads a text as JSON, or else as YAML. Throws a DocumentFault. */
export function readSource(content: string): { text: string; source: Source } {
  const text = content.replace(/^\uFEFF/, "");
  const broken = createFaults({ text, offsetOf: () => 0 });
  if (Buffer.byteLength(text) > DOCUMENT_LIMITS.textBytes)
    broken.add([], `the text is larger than ${DOCUMENT_LIMITS.textBytes / 1024 ** 2} MB`);
  else if (text.trim() === "") broken.add([], "the text is empty");
  broken.throwIfAny();
  const read = reading(text);
  if (!isSource(read)) {
    broken.addAll(read);
    throw broken.error();
  }
  return { text, source: { ...read, problems: [...read.problems, ...refusedValues(read.value)] } };
}

import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { illegalArgument } from "../errors";
import { automatonAccepts } from "../query/automata/utf8";
import { REGEXP_FLAGS, regexpAutomaton } from "../query/automata/regexp";
import { textOf } from "../query/parse/values";
import { keyFrom } from "./source";

/** Tells which keys of a terms aggregation are wanted. */
export type KeyFilter = { accepts(key: string | number | bigint, text: string): boolean };

type Test = (key: string | number | bigint, text: string) => boolean;

function testOf(value: JsonValue | undefined): { test: Test; pattern: boolean } | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) {
    const texts = new Set(value.map((one) => textOf(one) ?? ""));
    const numbers = new Set([...texts].map(keyFrom).filter((number) => !Number.isNaN(number)));
    return { pattern: false, test: (key, text) => texts.has(text) || (typeof key !== "string" && numbers.has(key)) };
  }
  if (isJsonObject(value)) throw illegalArgument("[include] by partitions is not supported by this engine");
  const automaton = regexpAutomaton({ pattern: textOf(value) ?? "", flags: REGEXP_FLAGS.ALL, caseless: false });
  return { pattern: true, test: (_, text) => automatonAccepts(automaton, text) };
}

/**
 * Reads `include` and `exclude`; undefined when there is neither. `pattern` tells whether one is a regular expression,
 * `keys` are those that are named one by one.
 */
export function keyFilter(body: JsonObject): { filter: KeyFilter; pattern: boolean; keys: string[] } | undefined {
  const include = testOf(body["include"]);
  const exclude = testOf(body["exclude"]);
  if (!include && !exclude) return undefined;
  return {
    pattern: (include?.pattern ?? false) || (exclude?.pattern ?? false),
    keys: [body["include"], body["exclude"]].flatMap((value) =>
      Array.isArray(value) ? value.map((one) => textOf(one) ?? "") : [],
    ),
    filter: { accepts: (key, text) => (!include || include.test(key, text)) && !exclude?.test(key, text) },
  };
}

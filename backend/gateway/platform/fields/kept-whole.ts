import { isDeepStrictEqual } from "node:util";
import { type JsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import { unauthorized } from "../http/errors";
import type { Reader } from "./readers";

// Whoever reads a record without what is hidden from him sends it back without that: what he cannot see, he cannot
// keep.

/**
 * A record as a reader may have it, member by member: members keep their names, which fields may have too; those whose
 * value names a hidden field are left out.
 */
export function toldMembers(record: JsonObject, reader: Reader): JsonObject {
  const told = Object.entries(record).map(([name, value]): [string, JsonValue, JsonValue] => [
    name,
    value,
    reader.told(value),
  ]);
  return Object.fromEntries(
    told.flatMap(([name, value, open]): [string, JsonValue][] =>
      open === null && value !== null ? [] : [[name, open]],
    ),
  );
}

// Members that say nothing are as good as none.
function plain(value: unknown): unknown {
  return value === undefined ? null : parseJson(stringifyJson(value));
}

/**
 * Refuses a save, or a removal, that would take from a record what its caller is not told: `kept` is the record as it
 * is stored, `told` as he is shown it,
 * `replaced` the members that the save takes the place of (all where it is left out), `what` the record in the sentence
 * ("this rule"). Throws 401.
 */
export function requireAllTold({
  kept,
  told,
  replaced,
  what,
}: {
  kept: object;
  told: object;
  replaced?: readonly string[];
  what: string;
}): void {
  const [before, shown] = [
    new Map<string, unknown>(Object.entries(kept)),
    new Map<string, unknown>(Object.entries(told)),
  ];
  const names = replaced ?? [...before.keys()];
  if (names.every((name) => isDeepStrictEqual(plain(before.get(name)), plain(shown.get(name))))) return;
  throw unauthorized(`credentials cannot access all of ${what}: ask somebody who can to change it`);
}

import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import { RULES_LIMITS } from "@common/limits/rules";
import * as z from "zod";
import { baseName } from "@backend/gateway/resources/indices/re-indexed";
import type { IndexBehind } from "@backend/gateway/resources/indices/names-behind";

/** A document that a rule shows before what was found, and at which place, from 1. */
export type Promoted = { doc: JsonObject; position?: number };
/** One that a search may show: in which of its indices, null for all of them. */
type Pin = { id: string; indices: ReadonlySet<string> | null; position: number | undefined };
/**
 * The documents that rules promote in the indices of a query, by rising position. `clause` finds them by their IDs, and
 * stands for `exact`, which names indices too: limits of fields are held against a query before that is put in, for
 * they know no `_index`.
 */
export type Pins = { wanted: readonly Pin[]; clause: JsonObject; exact: JsonObject };

const HitSchema = z.object({
  _id: z.string(),
  _index: z.string(),
  _source: z.custom<JsonObject>(isJsonObject).optional(),
});
const HitsSchema = z.object({ hits: z.object({ hits: z.array(HitSchema) }) });

// Where the rule says of which index a document is, and that one is searched; else an ID alone names it, as in rules
// without an index. An index that was re-indexed since has another name, and goes by that of before.
function indicesOf({ doc }: Promoted, behind: readonly IndexBehind[]): ReadonlySet<string> | null {
  const named = doc["_index"];
  if (typeof named !== "string" || behind.length === 0) return null;
  const names = [named, baseName(named)];
  const found = behind.filter(({ index, aliases }) => [index, ...aliases].some((name) => names.includes(name)));
  return found.length === behind.length || found.length === 0 ? null : new Set(found.map(({ index }) => index));
}

const ids = (pins: readonly Pin[]): JsonObject => ({ ids: { values: [...new Set(pins.map(({ id }) => id))] } });

function exactClause(wanted: readonly Pin[]): JsonObject {
  const everywhere = wanted.filter(({ indices }) => indices === null);
  const placed = wanted.filter(({ indices }) => indices !== null);
  const groups = new Map<string, Pin[]>();
  for (const pin of placed) {
    const key = JSON.stringify([...(pin.indices ?? [])].sort());
    groups.set(key, [...(groups.get(key) ?? []), pin]);
  }
  const clauses = [
    ...(everywhere.length > 0 ? [ids(everywhere)] : []),
    ...[...groups.values()].map((pins): JsonObject => ({
      bool: { filter: [ids(pins), { terms: { _index: [...(pins[0]?.indices ?? [])] } }] },
    })),
  ];
  const [only] = clauses;
  return clauses.length === 1 && only ? only : { bool: { should: clauses, minimum_should_match: 1 } };
}

/**
 * What rules promote in some indices; undefined where that is nothing. More than the limit allows are left out, those
 * of the last positions.
 */
export function pinsOf(promoted: readonly Promoted[], behind: readonly IndexBehind[]): Pins | undefined {
  const wanted = [...promoted]
    .sort((a, b) => (a.position ?? 0) - (b.position ?? 0))
    .map((one): Pin => ({ id: String(one.doc["_id"]), indices: indicesOf(one, behind), position: one.position }))
    .slice(0, RULES_LIMITS.promotedInSearch.most);
  return wanted.length === 0 ? undefined : { wanted, clause: ids(wanted), exact: exactClause(wanted) };
}

/** A body with the indices of promoted documents named, wherever they are asked for. */
export function exactly(body: JsonObject, pins: readonly Pins[]): JsonObject {
  const known = new Map([...pins].reverse().map(({ clause, exact }) => [stringifyJson(clause), exact]));
  if ([...known].every(([clause, exact]) => clause === stringifyJson(exact))) return body;
  const within = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(within);
    return isJsonObject(value) ? withinObject(value) : value;
  };
  const withinObject = (object: JsonObject): JsonObject =>
    (object["ids"] === undefined ? undefined : known.get(stringifyJson(object))) ??
    Object.fromEntries(Object.entries(object).map(([name, inner]) => [name, within(inner)]));
  return withinObject(body);
}

/**
 * The search for promoted documents, by the search of a query as its caller may make it: what its filters leave out, or
 * he may not see, is not there.
 */
export function bodyOfPins(body: JsonObject, { exact }: Pins): JsonObject {
  const { query, post_filter, _source } = body;
  return {
    query: { bool: { filter: [query ?? { match_all: {} }, exact] } },
    ...(post_filter === undefined ? {} : { post_filter }),
    size: RULES_LIMITS.promotedInSearch.most,
    ...(_source === undefined ? {} : { _source }),
  };
}

/** The promoted documents that are there, as they are now, by rising position, each once. */
export function foundPins(response: JsonObject | undefined, { wanted }: Pins): Promoted[] {
  const hits = HitsSchema.safeParse(response).data?.hits.hits ?? [];
  const found = new Map<string, Promoted>();
  for (const { id, indices, position } of wanted) {
    for (const { _id, _index, _source = {} } of hits) {
      const key = JSON.stringify([_index, _id]);
      if (_id !== id || found.has(key) || indices?.has(_index) === false) continue;
      found.set(key, { doc: { _id, _index, _source }, ...(position === undefined ? {} : { position }) });
    }
  }
  return [...found.values()];
}

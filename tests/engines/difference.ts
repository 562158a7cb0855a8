import type { JsonObject, JsonValue } from "@common/text/json";
import { isJsonObject, LosslessNumber } from "@common/text/json";

/** Scores may differ by this share. */
const SCORE_TOLERANCE = 1e-5;
const NUMBER_TOLERANCE = 1e-9;
/**
 * Scores of one engine that differ by less than this share are one score: the last bits of single precision hang on the
 * order of adding.
 */
const SAME_SCORE = 1e-6;
/** Distances of nothing at all come out as fractions of a millimetre. */
const NEAR_ZERO = 1e-5;

type Answer = { status: number; body: JsonValue };

function at(value: JsonValue | undefined, ...path: (string | number)[]): JsonValue | undefined {
  let found = value;
  for (const key of path) {
    if (typeof key === "number") found = Array.isArray(found) ? found[key] : undefined;
    else found = isJsonObject(found) ? found[key] : undefined;
  }
  return found;
}

function list(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function numberOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === "number") return value;
  return value instanceof LosslessNumber ? Number(value.value) : undefined;
}

/** A whole number with more digits than a double holds: such have to agree in every digit. */
function longText(value: JsonValue | undefined): string | undefined {
  return value instanceof LosslessNumber && /^-?\d+$/.test(value.value) ? value.value : undefined;
}

function close(a: number, b: number, share: number): boolean {
  return a === b || Math.abs(a - b) <= Math.max(Math.abs(a), Math.abs(b)) * share + NEAR_ZERO;
}

/** Every place where two values differ, numbers compared with a little patience. */
export function differencesOf(ours: JsonValue | undefined, theirs: JsonValue | undefined, path = ""): string[] {
  const [x, y] = [numberOf(ours), numberOf(theirs)];
  const digits = longText(theirs);
  if (digits !== undefined && x !== undefined)
    return digits === (longText(ours) ?? String(x)) ? [] : [`${path}: ${longText(ours) ?? x} instead of ${digits}`];
  if (x !== undefined && y !== undefined) return close(x, y, NUMBER_TOLERANCE) ? [] : [`${path}: ${x} instead of ${y}`];
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    if (ours.length !== theirs.length) return [`${path}: ${ours.length} items instead of ${theirs.length}`];
    return ours.flatMap((one, place) => differencesOf(one, theirs[place], `${path}[${place}]`));
  }
  if (isJsonObject(ours) && isJsonObject(theirs)) {
    return [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].flatMap((key) =>
      differencesOf(ours[key], theirs[key], `${path}.${key}`),
    );
  }
  return ours === theirs ? [] : [`${path}: ${JSON.stringify(ours)} instead of ${JSON.stringify(theirs)}`];
}

/**
 * Without the made-up identifier of an index, the number of a document in its segment, the place in the parser's own
 * buffer, and what Java prints of an address in memory or reads from a broken one.
 */
function plainReason(reason: JsonValue | undefined): JsonValue {
  if (typeof reason !== "string") return reason ?? null;
  return reason
    .replace(/\/[\w-]{22}\]/g, "]")
    .replace(/\n at \[Source: [\s\S]*?column: \d+\]/g, "")
    .replace(/\b(simulate_(?:index_)?template)_[\w-]{22}/g, "$1")
    .replace(/@[0-9a-f]{5,8}\b/g, "@")
    .replace(/^(weight\(.*) in \d+\)/, "$1)")
    .replace(/attempting to read -?\d+ bytes/, "attempting to read bytes");
}

/** Names of indices and nodes are each engine's own. */
function errorOf(body: JsonValue): JsonObject {
  const error = at(body, "error");
  const cause = at(error, "failed_shards", 0, "reason");
  const shown = (one: JsonValue | undefined) => ({
    type: at(one, "type") ?? null,
    reason: plainReason(at(one, "reason")),
  });
  const found: JsonObject = shown(error);
  if (cause) found["cause"] = shown(cause);
  if (at(error, "caused_by")) found["caused_by"] = shown(at(error, "caused_by"));
  return found;
}

const scoreOf = (hit: JsonValue | undefined) => numberOf(at(hit, "_score"));
const idOf = (hit: JsonValue | undefined) => String(at(hit, "_id"));

/** Two hits of one engine whose scores it cannot tell apart: they may stand in either order. */
function tied(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  const [a, b] = [scoreOf(one), scoreOf(other)];
  return a !== undefined && b !== undefined && Math.abs(a - b) <= Math.max(Math.abs(a), Math.abs(b)) * SAME_SCORE;
}

function scoreDifference(ours: JsonValue | undefined, theirs: JsonValue | undefined): string | undefined {
  const [x, y] = [scoreOf(ours), scoreOf(theirs)];
  if ((x === undefined) !== (y === undefined)) return `score ${x} instead of ${y}`;
  return x !== undefined && y !== undefined && !close(x, y, SCORE_TOLERANCE) ? `score ${x} instead of ${y}` : undefined;
}

/** What a hit shows. The sort keys of hits that are ordered by score hold the score, which is compared by itself. */
function shownDifferences(hit: JsonValue, twin: JsonValue): string[] {
  const keys = [
    "_index",
    "_routing",
    "_source",
    "highlight",
    "fields",
    "matched_queries",
    "_version",
    "_seq_no",
    ...(scoreOf(hit) === undefined ? ["sort"] : []),
  ];
  return keys.flatMap((key) => differencesOf(at(hit, key), at(twin, key), `${idOf(hit)}.${key}`));
}

/**
 * Hits may stand in another order only where both engines gave them one score, and the last such group may be cut
 * anywhere.
 */
function hitsDifferences(ours: JsonValue[], theirs: JsonValue[]): string[] {
  if (ours.length !== theirs.length) return [`${ours.length} hits instead of ${theirs.length}`];
  const mine = new Map(ours.map((hit) => [idOf(hit), hit]));
  const byId = new Map(theirs.map((hit) => [idOf(hit), hit]));
  return ours.flatMap((hit, place) => {
    const there = theirs[place];
    const id = idOf(hit);
    const score = scoreDifference(hit, there);
    if (score !== undefined) return [`hit ${place} (${id}, ${idOf(there)}): ${score}`];
    const twin = byId.get(id);
    if (twin === undefined)
      return tied(there, theirs.at(-1)) && tied(hit, ours.at(-1)) ? [] : [`hit ${place}: ${id} is not among theirs`];
    const own = mine.get(idOf(there));
    const swapped = id !== idOf(there);
    if (swapped && !(tied(twin, there) && (own === undefined ? tied(hit, ours.at(-1)) : tied(own, hit))))
      return [`hit ${place}: ${id} instead of ${idOf(there)}`];
    const other = scoreDifference(hit, twin);
    return other === undefined ? [...shownDifferences(hit, twin), ...innerDifferences(hit, twin)] : [`${id}: ${other}`];
  });
}

/** Hits inside of two hits, list by list. Objects of a nested field are told apart by their place. */
function innerDifferences(hit: JsonValue, twin: JsonValue): string[] {
  const [mine, yours] = [at(hit, "inner_hits"), at(twin, "inner_hits")];
  if (mine === undefined && yours === undefined) return [];
  const names = (lists: JsonValue | undefined) => (isJsonObject(lists) ? Object.keys(lists).sort() : []);
  const named = (lists: JsonValue | undefined, name: string) =>
    list(at(lists, name, "hits", "hits")).map((one) =>
      isJsonObject(one) && one["_nested"] ? { ...one, _id: `${idOf(one)} ${JSON.stringify(one["_nested"])}` } : one,
    );
  const inside = names(yours).flatMap((name) => [
    ...differencesOf(at(mine, name, "hits", "total"), at(yours, name, "hits", "total"), `${name}.total`),
    ...frameDifferences(at(mine, name) ?? null, at(yours, name) ?? null),
    ...hitsDifferences(named(mine, name), named(yours, name)),
  ]);
  return [...differencesOf(names(mine), names(yours), "inner_hits"), ...inside].map(
    (found) => `${idOf(hit)}: ${found}`,
  );
}

/** What is each engine's own: clocks, made-up names, where a shard lies, the version of the software. */
const OWN = new Set([
  "took",
  "took_millis",
  "uuid",
  "index_uuid",
  "shard",
  "creation_date",
  "_shards",
  "task",
  "version",
  "_scroll_id",
  "cluster_name",
  "node",
  "cluster_uuid",
  "explanations",
]);

function withoutOwn(value: JsonValue | undefined): JsonValue {
  if (value === undefined) return null;
  if (Array.isArray(value)) return value.map(withoutOwn);
  if (typeof value === "string") return plainReason(value);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !OWN.has(key))
      .map(([key, inner]) => [key, withoutOwn(inner)]),
  );
}

/** The frame of a search: whether it is whole, how many shards answered, its best score. */
function frameDifferences(ours: JsonValue, theirs: JsonValue): string[] {
  const [x, y] = [numberOf(at(ours, "hits", "max_score")), numberOf(at(theirs, "hits", "max_score"))];
  const best =
    x !== undefined && y !== undefined && close(x, y, SCORE_TOLERANCE)
      ? []
      : differencesOf(at(ours, "hits", "max_score"), at(theirs, "hits", "max_score"), "max_score");
  return [
    ...["timed_out", "terminated_early", "_shards"].flatMap((key) =>
      differencesOf(at(ours, key), at(theirs, key), key),
    ),
    ...best,
  ];
}

/** Compares two answers as far as a client can tell them apart: every difference, in words. */
export function answerDifferences(ours: Answer, theirs: Answer): string[] {
  if (ours.status !== theirs.status)
    return [
      `status ${ours.status} ${JSON.stringify(errorOf(ours.body))} instead of ${theirs.status} ${JSON.stringify(errorOf(theirs.body))}`,
    ];
  if (theirs.status >= 400) return differencesOf(errorOf(ours.body), errorOf(theirs.body), "error");
  if (at(theirs.body, "responses")) {
    const [mine, yours] = [list(at(ours.body, "responses")), list(at(theirs.body, "responses"))];
    if (mine.length !== yours.length) return [`${mine.length} responses instead of ${yours.length}`];
    return mine.flatMap((body, place) =>
      answerDifferences({ status: 200, body }, { status: 200, body: yours[place] ?? null }).map(
        (found) => `response ${place}: ${found}`,
      ),
    );
  }
  if (at(theirs.body, "error")) return differencesOf(errorOf(ours.body), errorOf(theirs.body), "error");
  if (at(theirs.body, "hits") === undefined)
    return differencesOf(withoutOwn(ours.body), withoutOwn(theirs.body), "body");
  return [
    ...differencesOf(at(ours.body, "hits", "total"), at(theirs.body, "hits", "total"), "total"),
    ...frameDifferences(ours.body, theirs.body),
    ...hitsDifferences(list(at(ours.body, "hits", "hits")), list(at(theirs.body, "hits", "hits"))),
    ...differencesOf(at(ours.body, "aggregations"), at(theirs.body, "aggregations"), "aggregations"),
  ];
}

/** The first difference of two answers; undefined where they agree. */
export function answerDifference(ours: Answer, theirs: Answer): string | undefined {
  return answerDifferences(ours, theirs)[0];
}

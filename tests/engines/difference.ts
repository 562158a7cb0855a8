import type { JsonObject, JsonValue } from "@common/json";
import { isJsonObject, LosslessNumber } from "@common/json";

/** Scores may differ by this share. */
const SCORE_TOLERANCE = 0.01;
const NUMBER_TOLERANCE = 1e-9;
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

function close(a: number, b: number, share: number): boolean {
  return a === b || Math.abs(a - b) <= Math.max(Math.abs(a), Math.abs(b)) * share + NEAR_ZERO;
}

/** The first place where two values differ, numbers compared with a little patience; undefined where none does. */
export function firstDifference(ours: JsonValue | undefined, theirs: JsonValue | undefined, path = ""): string | undefined {
  const [x, y] = [numberOf(ours), numberOf(theirs)];
  if (x !== undefined && y !== undefined) return close(x, y, NUMBER_TOLERANCE) ? undefined : `${path}: ${x} instead of ${y}`;
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    if (ours.length !== theirs.length) return `${path}: ${ours.length} items instead of ${theirs.length}`;
    for (let place = 0; place < ours.length; place++) {
      const found = firstDifference(ours[place], theirs[place], `${path}[${place}]`);
      if (found) return found;
    }
    return undefined;
  }
  if (isJsonObject(ours) && isJsonObject(theirs)) {
    for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
      const found = firstDifference(ours[key], theirs[key], `${path}.${key}`);
      if (found) return found;
    }
    return undefined;
  }
  return ours === theirs ? undefined : `${path}: ${JSON.stringify(ours)} instead of ${JSON.stringify(theirs)}`;
}

/** Without the made-up identifier of an index and the place in the parser's own buffer. */
function plainReason(reason: JsonValue | undefined): JsonValue {
  if (typeof reason !== "string") return reason ?? null;
  return reason.replace(/\/[\w-]{22}\]/g, "]").replace(/\n at \[Source: [\s\S]*?column: \d+\]/g, "");
}

/** Names of indices and nodes are each engine's own. */
function errorOf(body: JsonValue): JsonObject {
  const error = at(body, "error");
  const cause = at(error, "failed_shards", 0, "reason");
  const shown = (one: JsonValue | undefined) => ({ type: at(one, "type") ?? null, reason: plainReason(at(one, "reason")) });
  const found: JsonObject = shown(error);
  if (cause) found["cause"] = shown(cause);
  if (at(error, "caused_by")) found["caused_by"] = shown(at(error, "caused_by"));
  return found;
}

/** Hits of one score (or one sort key) may stand in any order, and the last such group may be cut anywhere. */
function hitsDifference(ours: JsonValue[], theirs: JsonValue[]): string | undefined {
  if (ours.length !== theirs.length) return `${ours.length} hits instead of ${theirs.length}`;
  const keyOf = (hit: JsonValue | undefined) => numberOf(at(hit, "_score"));
  for (let place = 0; place < ours.length; place++) {
    const [x, y] = [keyOf(ours[place]), keyOf(theirs[place])];
    if ((x === undefined) !== (y === undefined)) return `hit ${place}: score ${x} instead of ${y}`;
    if (x !== undefined && y !== undefined && !close(x, y, SCORE_TOLERANCE)) return `hit ${place} (${String(at(ours[place], "_id"))}, ${String(at(theirs[place], "_id"))}): score ${x} instead of ${y}`;
  }
  const byId = new Map(theirs.map((hit) => [String(at(hit, "_id")), hit]));
  const last = keyOf(theirs.at(-1));
  for (const [place, hit] of ours.entries()) {
    const id = String(at(hit, "_id"));
    const twin = byId.get(id);
    const score = keyOf(hit);
    if (!twin) {
      if (score !== undefined && last !== undefined && close(score, last, 1e-5)) continue;
      return `hit ${place}: ${id} is not among theirs`;
    }
    if (score === undefined && String(at(theirs[place], "_id")) !== id) return `hit ${place}: ${id} instead of ${String(at(theirs[place], "_id"))}`;
    const [a, b] = [score, keyOf(twin)];
    if (a !== undefined && b !== undefined && !close(a, b, SCORE_TOLERANCE)) return `${id}: score ${a} instead of ${b}`;
    for (const key of ["_source", "highlight", "fields", "sort", "matched_queries", "_version", "_seq_no"]) {
      if (key === "sort" && score !== undefined) continue;
      const found = firstDifference(at(hit, key), at(twin, key), `${id}.${key}`);
      if (found) return found;
    }
  }
  return undefined;
}

/** What is each engine's own: clocks, made-up names, where a shard lies, the version of the software. */
const OWN = new Set(["took", "took_millis", "uuid", "index_uuid", "shard", "creation_date", "_shards", "task", "version", "_scroll_id", "cluster_name", "node", "cluster_uuid", "explanations"]);

function withoutOwn(value: JsonValue | undefined): JsonValue {
  if (value === undefined) return null;
  if (Array.isArray(value)) return value.map(withoutOwn);
  if (typeof value === "string") return plainReason(value);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !OWN.has(key)).map(([key, inner]) => [key, withoutOwn(inner)]));
}

/** Compares two answers as far as a client can tell them apart. Undefined where they agree. */
export function answerDifference(ours: Answer, theirs: Answer): string | undefined {
  if (ours.status !== theirs.status) return `status ${ours.status} ${JSON.stringify(errorOf(ours.body))} instead of ${theirs.status} ${JSON.stringify(errorOf(theirs.body))}`;
  if (theirs.status >= 400) return firstDifference(errorOf(ours.body), errorOf(theirs.body), "error");
  if (at(theirs.body, "responses")) {
    const [mine, yours] = [list(at(ours.body, "responses")), list(at(theirs.body, "responses"))];
    if (mine.length !== yours.length) return `${mine.length} responses instead of ${yours.length}`;
    for (const [place, body] of mine.entries()) {
      const found = answerDifference({ status: 200, body }, { status: 200, body: yours[place] ?? null });
      if (found) return `response ${place}: ${found}`;
    }
    return undefined;
  }
  if (at(theirs.body, "error")) return firstDifference(errorOf(ours.body), errorOf(theirs.body), "error");
  if (at(theirs.body, "hits") === undefined) return firstDifference(withoutOwn(ours.body), withoutOwn(theirs.body), "body");
  return (
    firstDifference(at(ours.body, "hits", "total"), at(theirs.body, "hits", "total"), "total") ??
    hitsDifference(list(at(ours.body, "hits", "hits")), list(at(theirs.body, "hits", "hits"))) ??
    firstDifference(at(ours.body, "aggregations"), at(theirs.body, "aggregations"), "aggregations")
  );
}

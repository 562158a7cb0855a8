import { isJsonObject, type JsonObject, type JsonValue, LosslessNumber } from "@common/text/json";
import { boostClause, type BoostInputs, boostInputs } from "./boost-clause";

/** Asks the engine a search; null where it does not answer. */
export type FindHits = (body: JsonObject) => Promise<JsonValue>;

/** A power of two, so that scores which are multiplied by it keep all of their digits, and with them their order. */
const FAR = 2 ** 40;
/** Documents that are looked for at most, however many the stage names. */
const MOST_PROMOTED = 1_000;

function count(value: JsonValue | undefined, otherwise: number): number {
  const number = typeof value === "number" || value instanceof LosslessNumber ? Number(value) : otherwise;
  return Number.isFinite(number) ? number : otherwise;
}

const queryOf = ({ query }: JsonObject): JsonObject =>
  query !== undefined && isJsonObject(query) ? query : { match_all: {} };

/** More by a number where the filter finds a document. */
const plus = (query: JsonObject, filter: JsonObject, boost: number): JsonObject => ({
  bool: { must: [query], should: [{ constant_score: { filter, boost } }] },
});

const times = (query: JsonObject, filter: JsonObject, weight: number): JsonObject => ({
  function_score: { query, functions: [{ filter, weight }], score_mode: "multiply", boost_mode: "multiply" },
});

const sortsOf = ({ sort }: JsonObject): JsonValue[] => (sort === undefined || sort === null ? [] : [sort].flat());

function isByScore(key: JsonValue | undefined): boolean {
  if (key === undefined || key === "_score") return true;
  const own = isJsonObject(key) ? key["_score"] : undefined;
  return own !== undefined && (isJsonObject(own) ? (own["order"] ?? "desc") : own) === "desc";
}

const namesScore = (key: JsonValue) => key === "_score" || (isJsonObject(key) && Object.hasOwn(key, "_score"));

/** The body in which what a filter finds comes first. */
function promoted(body: JsonObject, filter: JsonObject): JsonObject {
  const query = queryOf(body);
  const sorts = sortsOf(body);
  // What has no score at all is led by the 1 that is added.
  if (isByScore(sorts[0])) return { ...body, query: plus(times(query, filter, FAR), filter, 1) };
  return {
    ...body,
    query: { bool: { filter: [query], should: [{ constant_score: { filter, boost: 1 } }] } },
    sort: [{ _score: { order: "desc" } }, ...sorts.filter((key) => !namesScore(key))],
  };
}

function idsIn(answer: JsonValue): string[] {
  const hits = isJsonObject(answer) ? answer["hits"] : undefined;
  const list = hits !== undefined && isJsonObject(hits) ? hits["hits"] : undefined;
  const ids = (Array.isArray(list) ? list : []).map((hit) => (isJsonObject(hit) ? hit["_id"] : undefined));
  return [...new Set(ids.filter((id) => typeof id === "string"))];
}

async function idsFor(
  body: JsonObject,
  { most, clause, find }: { most: number; clause: JsonObject; find: FindHits },
): Promise<string[]> {
  const { post_filter, sort } = body;
  const asked: JsonObject = {
    query: { bool: { must: [queryOf(body)], filter: [clause] } },
    ...(post_filter === undefined ? {} : { post_filter }),
    ...(sort === undefined ? {} : { sort }),
    size: Math.min(most, MOST_PROMOTED),
    _source: false,
  };
  const ids = idsIn(await find(asked));
  return ids.slice(0, most);
}

function scored(body: JsonObject, inputs: BoostInputs): JsonObject {
  const change = inputs.boostOp === "multiply" ? times : plus;
  return { ...body, query: change(queryOf(body), boostClause(inputs), inputs.boostFactor) };
}

function reaches(body: JsonObject, { boostSizeThreshold }: BoostInputs): boolean {
  const end = count(body["from"], 0) + count(body["size"], 10);
  return typeof boostSizeThreshold !== "number" || end <= boostSizeThreshold;
}

// What one of them brings to the front; null where that is nothing.
async function frontOf(body: JsonObject, inputs: BoostInputs, find: FindHits): Promise<JsonObject | null> {
  const clause = boostClause(inputs);
  const { boostMaxDocs: most } = inputs;
  if (typeof most !== "number") return clause;
  const values = most === 0 ? [] : await idsFor(body, { most, clause, find });
  return values.length === 0 ? null : { ids: { values } };
}

/**
 * The body of a search with stages `boost` in it, by their inputs. `score`: what its values find gets `boostFactor`
 * added to its score, or is multiplied by it; added by a clause of its own, for `function_score` adds 1 to what none of
 * its filters finds. `promote`: it comes first, with what others promote, in the order that they have among themselves,
 * and all else follows in its own; where `boostMaxDocs` is told, `find` is first asked for the best ones, and these
 * alone, by their ids, come first. A search with an order of its own is then led by a score of 1, with that order
 * behind it. A page that ends behind `boostSizeThreshold` stays as it is. Throws 400 for inputs that do not fit.
 */
export async function boosted(
  body: JsonObject,
  { boosts, find }: { boosts: readonly JsonObject[]; find: FindHits },
): Promise<JsonObject> {
  const all = boosts.map(boostInputs).filter((inputs) => reaches(body, inputs));
  const scores = all.filter(({ boostType }) => boostType === "score");
  const changed = scores.reduce(scored, body);
  const promoting = all.filter(({ boostType }) => boostType === "promote");
  const fronts = await Promise.all(promoting.map((inputs) => frontOf(changed, inputs, find)));
  const found = fronts.filter((clause) => clause !== null);
  const [only] = found;
  if (!only) return changed;
  return promoted(changed, found.length === 1 ? only : { bool: { should: found, minimum_should_match: 1 } });
}

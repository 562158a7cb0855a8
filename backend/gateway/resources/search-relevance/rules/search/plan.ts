import { isJsonObject, type JsonObject, type JsonValue, LosslessNumber } from "@common/text/json";
import type { Query } from "@backend/gateway/resources/data/reactivesearch/request/schema";
import type { EngineQuery } from "@backend/gateway/resources/data/reactivesearch/translate/translate";
import { promotedOn, slotsOf, type Window, windowBetween } from "./places";
import { bodyOfPins, exactly, foundPins, type Pins, type Promoted } from "./promoted";

/**
 * What rules show and hide in the answer to one query: the promoted documents of its page, and how many were hidden on
 * all pages; null where that is not told.
 */
export type Shown = { promoted: readonly Promoted[]; hidden: number | null };
/** What is asked of the engine, and how its answers are read: those of the queries, in their order. */
export type Plan = {
  lines: EngineQuery[];
  read: (responses: readonly JsonObject[]) => { response: JsonObject | undefined; shown: Shown | undefined }[];
};

type Ask = (lines: readonly EngineQuery[]) => Promise<readonly JsonObject[]>;
type Parts = {
  /** Documents that a query must not find. */
  hiddenFor: (query: Query) => ReadonlySet<string>;
  /** What rules promote in all queries of the request, also in those that are not run. */
  pins: readonly Pins[];
  ask: Ask;
  /** False where the caller has an answer trimmed: what is counted beside it would not be found in it. */
  counts: boolean;
};
type Row = { item: EngineQuery; hidden: ReadonlySet<string>; body: JsonObject; promoted: Promoted[] };

const idsClause = (ids: ReadonlySet<string>): JsonObject => ({ ids: { values: [...ids] } });

/** A body that finds nothing of what a clause finds; scores stay as they are. */
function without(body: JsonObject, clause: JsonObject): JsonObject {
  return { ...body, query: { bool: { must: [body["query"] ?? { match_all: {} }], must_not: [clause] } } };
}

function numberAt(value: JsonValue | undefined, otherwise: number): number {
  const number =
    typeof value === "number" || typeof value === "string" || value instanceof LosslessNumber
      ? Number(value)
      : otherwise;
  return Number.isFinite(number) ? number : otherwise;
}

const pageOf = ({ from, size }: JsonObject): Window => ({ from: numberAt(from, 0), size: numberAt(size, 10) });
// Behind a cursor nobody knows which page it is, but that it is not the first one; suggestions are one page.
const isWhole = ({ item, body }: Row) => item.query.type === "suggestion" || body["search_after"] !== undefined;

// Promoted documents are left out of the hits alone: totals and facets count them.
function withoutPromoted(row: Row): JsonObject {
  const { item, body, promoted } = row;
  const clause = item.query.pins?.exact;
  if (promoted.length === 0 || clause === undefined) return body;
  const { post_filter: given } = body;
  const post_filter: JsonObject = { bool: { ...(given === undefined ? {} : { must: [given] }), must_not: [clause] } };
  return {
    ...body,
    post_filter,
    ...(isWhole(row) ? {} : windowBetween(slotsOf(promoted.map(({ position }) => position)), pageOf(body))),
  };
}

const hitsIn = (response: JsonObject | undefined): JsonObject | undefined => {
  const hits = response?.["hits"];
  return hits !== undefined && isJsonObject(hits) ? hits : undefined;
};

function totalIn(response: JsonObject | undefined): number | undefined {
  const total = hitsIn(response)?.["total"];
  const value = total !== undefined && isJsonObject(total) ? total["value"] : total;
  return value === undefined || value === null ? undefined : numberAt(value, 0);
}

function withTotal(response: JsonObject, more: number): JsonObject {
  const hits = hitsIn(response);
  const total = totalIn(response);
  if (!hits || total === undefined || more === 0) return response;
  const given = hits["total"];
  return {
    ...response,
    hits: {
      ...hits,
      total: given !== undefined && isJsonObject(given) ? { ...given, value: total + more } : total + more,
    },
  };
}

// How many others there are: a page that is not full is the last one.
function othersIn(response: JsonObject, { from, size }: Window): number {
  const list = hitsIn(response)?.["hits"];
  const found = Array.isArray(list) ? list.length : 0;
  const total = totalIn(response) ?? Number.POSITIVE_INFINITY;
  return found < size && (found > 0 || from <= 0) ? from + found : total;
}

function shownOn(row: Row, response: JsonObject): Promoted[] {
  const { item, body, promoted } = row;
  if (item.query.type === "suggestion") return promoted;
  if (isWhole(row) || promoted.length === 0) return [];
  const slots = slotsOf(promoted.map(({ position }) => position));
  const page = pageOf(body);
  return promotedOn(slots, { page, others: othersIn(response, windowBetween(slots, page)) }).flatMap(
    (place) => promoted[place] ?? [],
  );
}

/**
 * The searches of a request with what rules hide left out of their queries, and what they promote taken from among the
 * hits and put at its place: first the promoted documents are asked for, as they are now and as the caller may see
 * them, then each query for the rest of its page. `asides` are queries of which promoted documents alone are asked.
 * Throws what `ask` throws.
 */
export async function planned(
  { engine, asides }: { engine: readonly EngineQuery[]; asides: readonly EngineQuery[] },
  parts: Parts,
): Promise<Plan> {
  const { hiddenFor, ask, counts, pins: all } = parts;
  const rows = [...engine, ...asides].map((given): Row => {
    const { pins } = given.query;
    const item = { ...given, body: exactly(given.body, pins ? [pins, ...all] : all) };
    const hidden = hiddenFor(item.query);
    return { item, hidden, body: hidden.size === 0 ? item.body : without(item.body, idsClause(hidden)), promoted: [] };
  });
  const pinned = rows.flatMap((row) => (row.item.query.pins ? [{ row, pins: row.item.query.pins }] : []));
  const found =
    pinned.length === 0
      ? []
      : await ask(pinned.map(({ row, pins }) => ({ ...row.item, body: bodyOfPins(row.body, pins) })));
  for (const [place, { row, pins }] of pinned.entries()) row.promoted = foundPins(found[place], pins);

  const main = rows.slice(0, engine.length);
  const counted = counts ? main.filter(({ hidden }) => hidden.size > 0) : [];
  const lines = [
    ...main.map((row): EngineQuery => ({ ...row.item, body: withoutPromoted(row) })),
    ...counted.map(({ item, hidden }): EngineQuery => {
      const { query, post_filter } = item.body;
      const body: JsonObject = {
        query: { bool: { filter: [query ?? { match_all: {} }, idsClause(hidden)] } },
        size: 0,
        track_total_hits: true,
      };
      return { ...item, body: post_filter === undefined ? body : { ...body, post_filter } };
    }),
  ];
  return {
    lines,
    read: (responses) =>
      rows.map((row, place) => {
        const response = place < engine.length ? responses[place] : undefined;
        const count = counted.indexOf(row);
        const hidden = count < 0 ? null : (totalIn(responses[engine.length + count]) ?? null);
        if (!response) return { response, shown: { promoted: place < engine.length ? [] : row.promoted, hidden } };
        return {
          response: withTotal(response, row.promoted.length),
          shown: { promoted: shownOn(row, response), hidden },
        };
      }),
  };
}

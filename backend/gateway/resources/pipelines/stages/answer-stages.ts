import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import * as z from "zod";
import { badRequest } from "@backend/gateway/platform/http/errors";
import { DATA } from "@backend/gateway/resources/search-relevance/rules/action-data";
import {
  type Effects,
  withEffects,
  withoutHidden,
} from "@backend/gateway/resources/search-relevance/rules/search/answer-actions";
import type { Promoted } from "@backend/gateway/resources/search-relevance/rules/search/promoted";

/** A query that was answered: what its id stands for, and its data fields, from which a suggestion has its text. */
export type AnsweredQuery = { id: string; type: string; fields: readonly string[] };
/**
 * An answer of the search API, `{<id of a query>: {hits: …}, settings}`, as it is after a stage. `queries`: those that
 * were asked; an answer under another id is taken for a search where it has hits. Throws 400 for inputs that do not
 * fit.
 */
export type AnswerStage = (answer: JsonObject, inputs: JsonObject, queries?: readonly AnsweredQuery[]) => JsonObject;

const NO_EFFECTS: Effects = { promoted: [], hidden: new Set(), customData: undefined };
const object = z.custom<JsonObject>(isJsonObject);
const NumberSchema = z.number().catch(0);

const hitsOf = ({ hits }: JsonObject): JsonObject | null => (hits !== undefined && isJsonObject(hits) ? hits : null);
const listOf = (hits: JsonObject | null): JsonValue[] => (Array.isArray(hits?.["hits"]) ? hits["hits"] : []);

function isSame(one: JsonObject, other: JsonValue | undefined): boolean {
  if (other === undefined || !isJsonObject(other) || one["_id"] !== other["_id"]) return false;
  return [one["_index"] ?? null, other["_index"] ?? null].includes(null) || one["_index"] === other["_index"];
}

/** Changes each answer with hits in it; one that tells an error stays as it is. */
function eachAnswer(
  answer: JsonObject,
  queries: readonly AnsweredQuery[],
  change: (body: JsonObject, query: AnsweredQuery) => JsonObject,
): JsonObject {
  const known = new Map(queries.map((query) => [query.id, query]));
  return Object.fromEntries(
    Object.entries(answer).map(([id, body]) => {
      if (id === "settings" || !isJsonObject(body) || body["error"] !== undefined) return [id, body];
      const query = known.get(id) ?? { id, type: hitsOf(body) ? "search" : "term", fields: [] };
      return [id, change(body, query)];
    }),
  );
}

const isText = ({ type }: AnsweredQuery) => type === "search" || type === "suggestion";

function promotedIn({ promoted }: JsonObject): Promoted[] {
  const list = Array.isArray(promoted) ? promoted : [];
  return list.flatMap((one): Promoted[] => {
    if (!isJsonObject(one) || one["doc"] === undefined || !isJsonObject(one["doc"])) return [];
    const { doc, position } = one;
    return [{ doc, ...(typeof position === "number" ? { position } : {}) }];
  });
}

/**
 * Shows documents before what was found: beside the hits of a search, with their positions, as rules do, and first
 * among suggestions. One that was found already stands there alone, and one that is promoted twice has the place that
 * it got first.
 */
export const promoteResults: AnswerStage = (answer, { data }, queries = []) => {
  const { data: given } = DATA.promote_result.safeParse(data);
  if (!given) throw badRequest('data of the stage promoteResults must be a list of {"doc": {"_id": …}, "position": …}');
  return eachAnswer(answer, queries, (body, query) => {
    if (!isText(query)) return body;
    const promoted = promotedIn(body);
    for (const one of given) if (!promoted.some(({ doc }) => isSame(doc, one.doc))) promoted.push(one);
    const hits = hitsOf(body);
    const rest = listOf(hits).filter((hit) => !promoted.some(({ doc }) => isSame(doc, hit)));
    const open = hits && query.type === "search" ? { ...body, hits: { ...hits, hits: rest } } : body;
    return withEffects(open, NO_EFFECTS, { shown: { promoted, hidden: null }, query });
  });
};

/**
 * Takes documents out of an answer by their ids, wherever they stand in it, and counts those of the page as `hidden`.
 * They were found: totals and facets still count them.
 */
export const hideResults: AnswerStage = (answer, { data }, queries = []) => {
  const { data: ids } = DATA.hide_result.safeParse(data);
  if (!ids) throw badRequest("data of the stage hideResults must be a list of ids of documents");
  const hidden = new Set(ids);
  const isHidden = (value: JsonValue | undefined) =>
    value !== undefined && isJsonObject(value) && typeof value["_id"] === "string" && hidden.has(value["_id"]);
  return eachAnswer(answer, queries, (body, query) => {
    if (!isText(query)) return withoutHidden(body, hidden);
    const before = NumberSchema.parse(body["hidden"]);
    const gone = listOf(hitsOf(body)).filter(isHidden).length;
    const shown = { promoted: [], hidden: before + gone };
    const open = withEffects(body, { ...NO_EFFECTS, hidden }, { shown, query });
    const promoted = promotedIn(body).filter(({ doc }) => !isHidden(doc));
    return body["promoted"] === undefined ? open : { ...open, promoted };
  });
};

/** Adds an object to `customData` of each search and suggestion; of a member that is there already, the new one stays. */
export const customData: AnswerStage = (answer, { data }, queries = []) => {
  const { data: given } = object.safeParse(data);
  if (!given) throw badRequest("data of the stage customData must be an object");
  return eachAnswer(answer, queries, (body, query) => {
    if (!isText(query)) return body;
    const before = body["customData"];
    const together = before !== undefined && isJsonObject(before) ? { ...before, ...given } : given;
    return withEffects(body, { ...NO_EFFECTS, customData: together }, { shown: undefined, query });
  });
};

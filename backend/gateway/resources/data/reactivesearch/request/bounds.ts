import { isJsonObject, type JsonValue, LosslessNumber } from "@common/text/json";
import { SEARCH_LIMITS } from "@common/limits/search";
import { wordClauses } from "../translate/all-words";
import { Refusal } from "@backend/gateway/platform/http/json/refusal";
import type { Query, SearchRequest } from "./schema";

/** What one request may hold: queries, references between them, and what they may become together, in characters. */
export type RequestBounds = { queries: number; references: number; translation: number };

export const SIGNED_IN: RequestBounds = {
  queries: SEARCH_LIMITS.apiQueries.most,
  references: SEARCH_LIMITS.apiReferences.most,
  translation: SEARCH_LIMITS.apiTranslation.most,
};
export const NOBODY_SIGNED_IN: RequestBounds = {
  queries: SEARCH_LIMITS.openQueries.most,
  references: SEARCH_LIMITS.openReferences.most,
  translation: SEARCH_LIMITS.openTranslation.most,
};

const CONJUNCTIONS = ["and", "or", "not"] as const;

/** The ids that a `react` names, each as often as it stands there. */
function* referencesIn(react: JsonValue | undefined): Iterable<string> {
  if (typeof react === "string") yield react;
  else if (Array.isArray(react)) for (const item of react) yield* referencesIn(item);
  else if (react !== undefined && isJsonObject(react))
    for (const name of CONJUNCTIONS) yield* referencesIn(react[name]);
}

// A text search joins the texts of its list into one.
function textLength({ value }: Query): number {
  const items = Array.isArray(value) ? value : [value];
  return items.reduce<number>((sum, item) => sum + (typeof item === "string" ? item.length + 1 : 0), -1);
}

function requireQuery(query: Query): void {
  const { apiValue, apiFields } = SEARCH_LIMITS;
  if ((query.type === "search" || query.type === "suggestion") && textLength(query) > apiValue.most)
    throw new Refusal(`the value of the query '${shortened(query.id)}' is longer than ${apiValue.most} characters`);
  if (Array.isArray(query.dataField) && query.dataField.length > apiFields.most)
    throw new Refusal(`the query '${shortened(query.id)}' names more than ${apiFields.most} data fields`);
}

const shortened = (id: string) => (id.length > 100 ? `${id.slice(0, 100)}…` : id);

/** Refuses a request of too many queries, or of one that asks for too much. Throws a Refusal. */
export function requireBounds({ queries }: Pick<SearchRequest, "queries">, bounds: RequestBounds): void {
  if (queries.length > bounds.queries) throw new Refusal(`the request holds more than ${bounds.queries} queries`);
  for (const query of queries) requireQuery(query);
  let references = 0;
  for (const query of queries)
    for (const _id of referencesIn(query.react))
      if (++references > bounds.references)
        throw new Refusal(`the queries react to each other more than ${bounds.references} times`);
}

/** Characters of what a value holds, as JSON would write it, roughly. */
function weightOfValue(value: unknown): number {
  if (typeof value === "string") return value.length + 3;
  if (value instanceof LosslessNumber) return value.value.length + 1;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + weightOfValue(item), 2);
  if (typeof value !== "object" || value === null) return 6;
  let sum = 2;
  for (const [name, inner] of Object.entries(value)) sum += name.length + 4 + weightOfValue(inner);
  return sum;
}

/** The names that a clause or an option brings beside what the query holds. */
const NAMES = 1_000;
/** The names that the clause of one word in one field brings. */
const WORD = 110;
/**
 * How often what a query holds is written at most: the text of a search and its fields stand in four clauses, the
 * fields in the highlight as well.
 */
const TIMES = 5;

/** What the clauses for all words come to: each has a word and the name of a field. */
function weightOfAllWords({ type, queryFormat, dataField, value, isEachWord }: Query, longest: number): number {
  if ((type !== "search" && type !== "suggestion") || queryFormat !== "and" || isEachWord === false) return 0;
  const texts = (Array.isArray(value) ? value : [value]).filter((item) => typeof item === "string");
  const words = texts.join(" ");
  return wordClauses(words, Array.isArray(dataField) ? dataField.length : 1) * (WORD + longest) + 4 * words.length;
}

// Each value of a list may become a clause with the name of its field.
function weightOfQuery(query: Query): number {
  const fields = Array.isArray(query.dataField) ? query.dataField : [query.dataField];
  const longest = fields.reduce<number>(
    (most, field) => Math.max(most, field === undefined ? 0 : weightOfValue(field)),
    0,
  );
  const values = Array.isArray(query.value) ? query.value.length : 1;
  return NAMES + TIMES * weightOfValue(query) + values * longest + weightOfAllWords(query, longest);
}

function weightOf(queries: readonly Query[]): number {
  const weights = new Map<string, number>();
  let sum = 0;
  for (const query of queries) {
    const weight = weightOfQuery(query);
    sum += weight;
    // Of several queries with one id the first is reacted to.
    if (!weights.has(query.id)) weights.set(query.id, weight);
  }
  for (const query of queries) for (const id of referencesIn(query.react)) sum += weights.get(id) ?? 0;
  return sum;
}

/**
 * Queries as they are translated: each brings what it holds, once for itself and once for every query that reacts to
 * it. One walk over what was sent; nothing is translated yet. Where the words of searches for all words come to too
 * much they are not looked for one by one. Throws a Refusal where the rest does.
 */
export function translatable(
  queries: readonly Query[],
  { translation }: Pick<RequestBounds, "translation">,
): readonly Query[] {
  if (weightOf(queries) <= translation) return queries;
  const lighter = queries.map((query): Query => ({ ...query, isEachWord: false }));
  if (weightOf(lighter) <= translation) return lighter;
  throw new Refusal(
    "the queries of the request, with those that they react to, come to more than this server translates",
  );
}

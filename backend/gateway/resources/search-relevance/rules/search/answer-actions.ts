import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import { emptySuggestion } from "@backend/gateway/resources/data/reactivesearch/response/suggestion";
import type { Fired } from "./request-actions";
import { dataFor } from "./request-actions";
import type { Shown } from "./plan";
import type { Promoted } from "./promoted";

/** What rules do to answers. */
export type Effects = { promoted: Promoted[]; hidden: ReadonlySet<string>; customData: JsonValue | undefined };

// Of several rules the one that runs first has its way where both name the same.
function together(first: JsonValue | undefined, then: JsonValue): JsonValue {
  if (first === undefined) return then;
  return isJsonObject(first) && isJsonObject(then) ? { ...then, ...first } : first;
}

/** The effects of rules on answers, the first rule's documents first, each once. */
export function effectsOf(fired: readonly Fired[]): Effects {
  const promoted = new Map<string, Promoted>();
  const hidden = new Set<string>();
  let customData: JsonValue | undefined;
  for (const action of fired.flatMap(({ rule }) => rule.actions)) {
    if (action.type === "promote_result")
      for (const one of dataFor(action, action.type) ?? []) {
        const key = stringifyJson([one.doc["_id"] ?? null, one.doc["_index"] ?? null]);
        if (!promoted.has(key)) promoted.set(key, one);
      }
    if (action.type === "hide_result") for (const id of dataFor(action, action.type) ?? []) hidden.add(id);
    if (action.type === "custom_data") {
      const data = dataFor(action, action.type);
      if (data !== undefined) customData = together(customData, data);
    }
  }
  return { promoted: [...promoted.values()].filter(({ doc }) => !hidden.has(String(doc["_id"]))), hidden, customData };
}

// Without an id (the caller's `filter_path` leaves it out) nobody can tell: it is not shown.
function isHidden(hit: JsonObject, hidden: ReadonlySet<string>): boolean {
  return typeof hit["_id"] !== "string" || hidden.has(hit["_id"]);
}

/** What holds a document's own values, in which nothing is a hit. */
const OF_DOCUMENTS = new Set(["_source", "fields", "highlight", "sort", "key"]);

/**
 * An answer without hidden documents wherever hits stand in it: inner hits, the best of a group, suggestions of the
 * engine.
 */
export function withoutHidden(answer: JsonObject, hidden: ReadonlySet<string>): JsonObject {
  if (hidden.size === 0) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([name, inner]) => [
      name,
      OF_DOCUMENTS.has(name) ? inner : name === "hits" ? hitsWithout(inner, hidden) : partWithout(inner, hidden),
    ]),
  );
}

function partWithout(value: JsonValue, hidden: ReadonlySet<string>): JsonValue {
  if (Array.isArray(value))
    return value.flatMap((item) =>
      isJsonObject(item) && typeof item["_id"] === "string" && hidden.has(item["_id"])
        ? []
        : [partWithout(item, hidden)],
    );
  return isJsonObject(value) ? withoutHidden(value, hidden) : value;
}

function hitsWithout(value: JsonValue, hidden: ReadonlySet<string>): JsonValue {
  const open = Array.isArray(value)
    ? value.filter((hit) => !isJsonObject(hit) || hit["_source"] === undefined || !isHidden(hit, hidden))
    : value;
  return partWithout(open, hidden);
}

type Answered = { type: string; fields: readonly string[] };

function suggestionOf({ doc }: Promoted, fields: readonly string[]): JsonObject {
  const source = doc["_source"] !== undefined && isJsonObject(doc["_source"]) ? doc["_source"] : {};
  const text = [
    source["value"],
    ...fields.map((field) => source[field.replace(/\.(?:keyword|autosuggest|search|lang|synonyms|delimiter)$/, "")]),
  ].find((one) => typeof one === "string");
  const value = typeof text === "string" ? text : String(doc["_id"]);
  const label = typeof source["label"] === "string" ? source["label"] : value;
  const suggestion = emptySuggestion({ value, label, kind: "promoted", sectionLabel: undefined });
  return {
    ...suggestion,
    _id: String(doc["_id"]),
    _index: typeof doc["_index"] === "string" ? doc["_index"] : null,
    _source: source,
  };
}

/**
 * The answer under one query's id with the effects in it, and what of promoted and hidden documents is told beside its
 * hits.
 */
export function withEffects(
  body: JsonObject,
  { hidden, customData }: Effects,
  { shown, query }: { shown: Shown | undefined; query: Answered },
): JsonObject {
  const { promoted = [] } = shown ?? {};
  const open = withoutHidden(body, hidden);
  const hits = open["hits"];
  const isSuggestion = query.type === "suggestion";
  return {
    ...open,
    ...(isSuggestion && promoted.length > 0 && hits !== undefined && isJsonObject(hits)
      ? { hits: suggestedFirst(hits, { promoted, query }) }
      : {}),
    ...(!isSuggestion && promoted.length > 0
      ? { promoted: promoted.map(({ doc, position }) => ({ doc, ...(position === undefined ? {} : { position }) })) }
      : {}),
    ...(typeof shown?.hidden === "number" ? { hidden: shown.hidden } : {}),
    ...(customData === undefined ? {} : { customData }),
  };
}

// Suggestions are their own total.
function suggestedFirst(
  hits: JsonObject,
  { promoted, query }: { promoted: Shown["promoted"]; query: Answered },
): JsonObject {
  const places = new Set(promoted.map(({ doc }) => String(doc["_id"])));
  const list = Array.isArray(hits["hits"]) ? hits["hits"] : [];
  const rest = list.filter((hit) => !isJsonObject(hit) || !places.has(String(hit["_id"])));
  const all = [...promoted.map((one) => suggestionOf(one, query.fields)), ...rest];
  return { ...hits, total: { value: all.length, relation: "eq" }, hits: all };
}

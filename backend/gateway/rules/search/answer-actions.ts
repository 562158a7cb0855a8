import { isJsonObject, type JsonObject, type JsonValue } from "@common/json";
import { emptySuggestion } from "../../reactivesearch/response/suggestion";
import type { Fired } from "./request-actions";
import { dataFor } from "./request-actions";
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
      for (const one of dataFor(action, action.type) ?? []) if (!promoted.has(String(one.doc["_id"]))) promoted.set(String(one.doc["_id"]), one);
    if (action.type === "hide_result") for (const id of dataFor(action, action.type) ?? []) hidden.add(id);
    if (action.type === "custom_data") {
      const data = dataFor(action, action.type);
      if (data !== undefined) customData = together(customData, data);
    }
  }
  return { promoted: [...promoted.values()].filter(({ doc }) => !hidden.has(String(doc["_id"]))), hidden, customData };
}

type Answered = { type: string; fields: readonly string[] };

function suggestionOf({ doc }: Promoted, fields: readonly string[]): JsonObject {
  const source = doc["_source"] !== undefined && isJsonObject(doc["_source"]) ? doc["_source"] : {};
  const text = [source["value"], ...fields.map((field) => source[field.replace(/\.(?:keyword|autosuggest|search|lang|synonyms|delimiter)$/, "")])].find(
    (one) => typeof one === "string",
  );
  const value = typeof text === "string" ? text : String(doc["_id"]);
  const label = typeof source["label"] === "string" ? source["label"] : value;
  const suggestion = emptySuggestion({ value, label, kind: "promoted", sectionLabel: undefined });
  return { ...suggestion, _id: String(doc["_id"]), _index: typeof doc["_index"] === "string" ? doc["_index"] : null, _source: source };
}

/** The answer under one query's id with the effects in it; `promoted` as this query may have them. */
export function withEffects(
  body: JsonObject,
  { hidden, customData }: Effects,
  { promoted, query }: { promoted: readonly Promoted[]; query: Answered },
): JsonObject {
  const given = body["hits"];
  const hits = given !== undefined && isJsonObject(given) ? given : undefined;
  const list = hits && Array.isArray(hits["hits"]) ? hits["hits"] : [];
  const shown = list.filter((hit) => !isJsonObject(hit) || !hidden.has(String(hit["_id"])));
  const isSuggestion = query.type === "suggestion";
  const places = new Set(promoted.map(({ doc }) => String(doc["_id"])));
  const first = isSuggestion ? promoted.map((one) => suggestionOf(one, query.fields)) : [];
  const rest = isSuggestion ? shown.filter((hit) => !isJsonObject(hit) || !places.has(String(hit["_id"]))) : shown;
  return {
    ...body,
    ...(hits ? { hits: { ...hits, hits: [...first, ...rest] } } : {}),
    ...(!isSuggestion && promoted.length > 0
      ? { promoted: promoted.map(({ doc, position }) => ({ doc, ...(position === undefined ? {} : { position }) })) }
      : {}),
    ...(hidden.size > 0 ? { hidden: list.length - shown.length } : {}),
    ...(customData === undefined ? {} : { customData }),
  };
}

import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from "@common/json";
import { ANY_CONDITION, simpleOf } from "~/services/rules/condition";
import type { RuleContent } from "~/services/rules/content";

/** The fields of the form, as texts. */
export type RuleShape = {
  name: string;
  description: string;
  enabled: string;
  trigger: string;
  indices: string;
  operator: string;
  query: string;
  field: string;
  value: string;
  expression: string;
  cron: string;
  start: string;
  end: string;
  hide: string;
  term: string;
  removeWords: string;
  replaceWords: string;
  filters: string;
  searchFields: string;
  searchQuery: string;
  customData: string;
  script: string;
};

/** A document that the rule shows first: its place, and what is shown of it. */
export type PromotedField = { position: number; title: string; id: string; json: string };

const minute = (seconds: number | null) => (seconds === null ? "" : new Date(seconds * 1000).toISOString().slice(0, 16));
const lines = (list: readonly string[]) => list.join("\n");
const plain = (value: JsonValue | undefined): string => (typeof value === "string" ? value : value === undefined ? "" : stringifyJson(value));
const listOf = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : []);
const objectOf = (value: JsonValue | undefined): JsonObject => (value !== undefined && isJsonObject(value) ? value : {});

function searchFieldsOf(value: JsonValue | undefined): string {
  const { dataField, fieldWeights } = objectOf(value);
  const weights = listOf(fieldWeights);
  return lines(listOf(dataField).map((field, at) => `${plain(field)}${weights[at] === undefined ? "" : `^${plain(weights[at])}`}`));
}

/** A rule as the fields of its form. */
export function fieldsOfRule(content: RuleContent): RuleShape {
  const { trigger } = content;
  const dataOf = (type: string) => content.actions.find((action) => action.type === type)?.data;
  const simple = trigger.expression === "" ? ANY_CONDITION : simpleOf(trigger.expression);
  const isAdvanced = simple === null && trigger.type !== "cron";
  const custom = dataOf("custom_data");
  return {
    name: content.name,
    description: content.description,
    enabled: content.enabled ? "on" : "",
    trigger: trigger.type,
    ...(simple ?? { ...ANY_CONDITION, indices: "" }),
    expression: isAdvanced ? trigger.expression : "",
    cron: trigger.type === "cron" ? trigger.expression : "",
    start: minute(trigger.start),
    end: minute(trigger.end),
    hide: lines(listOf(dataOf("hide_result")).map(plain)),
    term: plain(dataOf("replace_search_term")),
    removeWords: listOf(dataOf("remove_words")).map(plain).join(", "),
    replaceWords: lines(Object.entries(objectOf(dataOf("replace_words"))).map(([from, to]) => `${from} = ${plain(to)}`)),
    filters: lines(Object.entries(objectOf(dataOf("add_filter"))).map(([field, value]) => `${field} = ${[value].flat().map(plain).join(", ")}`)),
    searchFields: searchFieldsOf(dataOf("search_settings")),
    searchQuery: plain(dataOf("replace_search_query")),
    customData: custom === undefined ? "" : stringifyJson(custom, 2),
    script: content.actions.find(({ type }) => type === "script")?.script ?? "",
  };
}

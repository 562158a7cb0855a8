import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import { wallOf } from "~/lib/values/wall-clock";
import { ANY_CONDITION, simpleOf } from "~/services/search-relevance/rules/condition";
import type { RuleContent } from "~/services/search-relevance/rules/content";
import type { RuleShape } from "./shape";

const lines = (list: readonly string[]) => list.join("\n");
const plain = (value: JsonValue | undefined): string =>
  typeof value === "string" ? value : value === undefined ? "" : stringifyJson(value);
const listOf = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : []);
const objectOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};

function searchFieldsOf(value: JsonValue | undefined): string {
  const { dataField, fieldWeights } = objectOf(value);
  const weights = listOf(fieldWeights);
  return lines(
    listOf(dataField).map((field, at) => `${plain(field)}${weights[at] === undefined ? "" : `^${plain(weights[at])}`}`),
  );
}

/** Promoted documents as the form holds them, by their positions. */
function promotedOf(data: JsonValue | undefined): RuleShape["promoted"] {
  const rows = listOf(data).flatMap((one, at) => {
    const { doc, position } = objectOf(one);
    if (doc === undefined || !isJsonObject(doc)) return [];
    const place = Number(plain(position ?? at + 1));
    return [{ position: String(Number.isInteger(place) && place > 0 ? place : at + 1), json: stringifyJson(doc) }];
  });
  return rows.sort((a, b) => Number(a.position) - Number(b.position));
}

/** A rule as the fields of its form; times as the clock in `zone` shows them. */
export function fieldsOfRule(content: RuleContent, zone: string): RuleShape {
  const { trigger, actions } = content;
  const actionOf = (type: string) => actions.find((action) => action.type === type);
  const dataOf = (type: string) => actionOf(type)?.data;
  const simple = trigger.expression === "" ? ANY_CONDITION : simpleOf(trigger.expression);
  const isAdvanced = simple === null && trigger.type !== "cron";
  const custom = dataOf("custom_data");
  const script = actionOf("script");
  const envs = script?.more?.["envs"];
  const wall = (seconds: number | null) => (seconds === null ? "" : wallOf(seconds * 1000, zone));
  return {
    name: content.name,
    description: content.description,
    enabled: content.enabled ? "on" : "",
    trigger: trigger.type,
    ...(simple ?? { ...ANY_CONDITION, indices: "" }),
    expression: isAdvanced ? trigger.expression : "",
    cron: trigger.type === "cron" ? trigger.expression : "",
    zone,
    start: wall(trigger.start),
    end: wall(trigger.end),
    cards: actions.map(({ type }) => type).join(","),
    promoted: promotedOf(dataOf("promote_result")),
    hide: listOf(dataOf("hide_result")).map(plain),
    term: plain(dataOf("replace_search_term")),
    removeWords: lines(listOf(dataOf("remove_words")).map(plain)),
    words: Object.entries(objectOf(dataOf("replace_words"))).map(([from, to]) => ({ from, to: plain(to) })),
    filters: Object.entries(objectOf(dataOf("add_filter"))).map(([field, value]) => ({
      field,
      values: [value].flat().map(plain).join(", "),
    })),
    searchFields: searchFieldsOf(dataOf("search_settings")),
    searchQuery: plain(dataOf("replace_search_query")),
    customData: custom === undefined ? "" : stringifyJson(custom, 2),
    script: script?.script ?? "",
    envs: envs === undefined ? "" : stringifyJson(envs, 2),
    function: plain(dataOf("function")),
  };
}

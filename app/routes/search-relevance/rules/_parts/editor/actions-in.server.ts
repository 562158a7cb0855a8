import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { parseJsonText } from "~/lib/json/text.server";
import { ACTION_LABELS } from "~/services/search-relevance/rules/action-labels";
import { isEmptyAction, type RuleAction, type RuleContent } from "~/services/search-relevance/rules/content";
import { FIELD_OF } from "./shape";
import type { Typed, Wrong } from "./typed-schema.server";

const entriesOf = (value: string, between: RegExp) =>
  value
    .split(between)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
const wordsOf = (value: string) => entriesOf(value, /[,\n]/);

function searchSettings(value: string): JsonObject | null {
  const found = entriesOf(value, /\n/).map((line) => /^([^^]+?)(?:\^(\d+(?:\.\d+)?))?$/.exec(line));
  if (found.some((one) => one === null)) return null;
  const weighted = found.some((one) => one?.[2] !== undefined);
  return {
    dataField: found.map((one) => one?.[1] ?? ""),
    ...(weighted ? { fieldWeights: found.map((one) => Number(one?.[2] ?? 1)) } : {}),
  };
}

/** The documents that the form holds, each with the place that was typed. */
function promotedIn({ promoted }: Typed): JsonValue[] {
  return promoted.flatMap(({ json, position }, at) => {
    const parsed = json === "" ? undefined : parseJsonText(json);
    if (parsed?.ok !== true || !isJsonObject(parsed.value)) return [];
    const place = Number(position);
    return [{ doc: parsed.value, position: Number.isFinite(place) && place >= 1 ? Math.floor(place) : at + 1 }];
  });
}

const some = (list: readonly JsonValue[]): JsonValue | undefined => (list.length === 0 ? undefined : [...list]);
const someOf = (value: JsonObject): JsonValue | undefined => (Object.keys(value).length === 0 ? undefined : value);
const textOr = (value: string): string | undefined => (value === "" ? undefined : value);

type In = { before: RuleContent | undefined; whole: boolean; wrong: Wrong };

function pairsIn({ words }: Typed, { whole, wrong }: In): JsonValue | undefined {
  const given = words.filter(({ from, to }) => from !== "" || to !== "");
  if (whole && given.some(({ from, to }) => from === "" || to === ""))
    wrong("words", "Enter both: the words, and what stands in their place.");
  return someOf(Object.fromEntries(given.map(({ from, to }) => [from, to])));
}

function filtersIn({ filters }: Typed, { whole, wrong }: In): JsonValue | undefined {
  const given = filters.filter(({ field, values }) => field !== "" || values !== "");
  if (whole && given.some(({ field, values }) => field === "" || values === ""))
    wrong("filters", "Enter both: the field, and its values.");
  const valueOf = (values: string): JsonValue => {
    const list = wordsOf(values);
    return list.length === 1 ? (list[0] ?? "") : list;
  };
  return someOf(Object.fromEntries(given.map(({ field, values }) => [field, valueOf(values)])));
}

function jsonIn(field: "customData" | "envs", typed: Typed, { wrong }: In): JsonValue | undefined {
  if (typed[field] === "") return undefined;
  const parsed = parseJsonText(typed[field]);
  if (parsed.ok) return parsed.value;
  wrong(field, parsed.message);
  return undefined;
}

function scriptIn(typed: Typed, given: In): RuleAction {
  const kept = given.before?.actions.find(({ type }) => type === "script")?.more ?? {};
  const { envs: _, ...others } = kept;
  const envs = jsonIn("envs", typed, given);
  if (envs !== undefined && !isJsonObject(envs))
    given.wrong("envs", 'Enter a JSON object, such as { "key": "value" }.');
  const more: JsonObject = { ...others, ...(envs === undefined ? {} : { envs }) };
  return { type: "script", script: typed.script, ...(Object.keys(more).length === 0 ? {} : { more }) };
}

function dataIn(type: string, typed: Typed, given: In): JsonValue | undefined {
  switch (type) {
    case "promote_result":
      return some(promotedIn(typed));
    case "hide_result":
      return some([...new Set(typed.hide.filter((id) => id !== ""))]);
    case "custom_data":
      return jsonIn("customData", typed, given);
    case "replace_search_term":
      return textOr(typed.term);
    case "remove_words":
      return some(wordsOf(typed.removeWords));
    case "replace_words":
      return pairsIn(typed, given);
    case "add_filter":
      return filtersIn(typed, given);
    case "search_settings": {
      const settings = typed.searchFields.trim() === "" ? undefined : searchSettings(typed.searchFields);
      if (settings === null)
        given.wrong(
          "searchFields",
          "Write a field on each line, with its weight after ^ if it has one, as in: title^2",
        );
      return settings ?? undefined;
    }
    case "replace_search_query":
      return textOr(typed.searchQuery);
    case "function":
      return textOr(typed.function);
    default:
      return given.before?.actions.find((action) => action.type === type)?.data;
  }
}

// Members that no field holds stay as they were.
function moreOf(type: string, { before }: In): { more?: JsonObject } {
  const more = before?.actions.find((action) => action.type === type)?.more;
  return more === undefined ? {} : { more };
}

/**
 * The actions that the cards of the form hold, in their order; what this console does not know stays as it was. Of a
 * save each must be filled in.
 */
export function actionsIn(typed: Typed, given: In): RuleAction[] {
  const known = (type: string) =>
    Object.hasOwn(ACTION_LABELS, type) || given.before?.actions.some((action) => action.type === type) === true;
  const types = [...new Set(typed.cards.split(",").filter(known))];
  let mistakes = 0;
  const counting: In = { ...given, wrong: (field, message) => ((mistakes += 1), given.wrong(field, message)) };
  return types.map((type) => {
    mistakes = 0;
    const data = dataIn(type, typed, counting);
    const action: RuleAction =
      type === "script"
        ? scriptIn(typed, counting)
        : { type, ...(data === undefined ? {} : { data }), ...moreOf(type, given) };
    if (given.whole && mistakes === 0 && isEmptyAction(action))
      given.wrong(FIELD_OF[type] ?? "cards", "Value cannot be empty");
    return action;
  });
}

// What can be set of a search, declared once: form, check and review are made of it. Pure, shared with the browser.
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { rankFeatureWith, rankInWords, ranksIn, sentNumber } from "./ranks";
import { withSubField } from "./composition/weights";
import { gramSettings, languageSettings } from "./declared-index";
import type { RelevanceScreen, Setting } from "./setting";

const format = [
  { value: "or", label: "Any word" },
  { value: "and", label: "All words" },
];
const search = { screen: "search", section: "search" } as const;
const aggs = { screen: "aggs", section: "aggregations" } as const;
const results = { screen: "results", section: "results" } as const;

/** The settings in the order of their screens, with the bounds and initial values of ReactiveSearch. */
export const declaredSettings: readonly Setting[] = [
  ...languageSettings,
  { ...search, name: "weights", label: "Weights", type: "rows", of: "weights", one: "Weight of", initial: {} },
  {
    ...search,
    name: "rankFeatures",
    label: "Rank features",
    type: "rows",
    of: "ranks",
    one: "Rank feature",
    initial: {},
  },
  {
    ...{ ...search, name: "queryType", label: "Query type", type: "choice", initial: "default" },
    choices: [
      { value: "default", label: "ReactiveSearch" },
      { value: "queryString", label: "Query string" },
      { value: "searchOperators", label: "Search operators" },
    ],
  },
  { ...search, name: "queryFormat", label: "Match", type: "choice", choices: format, initial: "or" },
  {
    ...{ ...search, name: "fuzziness", label: "Typo tolerance", type: "choice", initial: "0" },
    choices: [
      { value: "0", label: "Off" },
      { value: "AUTO", label: "Automatic, up to 2 per word" },
      { value: "1", label: "1 per word" },
      { value: "2", label: "2 per word" },
    ],
  },
  {
    ...search,
    name: "distinctField",
    label: "Distinct field",
    hint: "One result for each value of this field.",
    type: "field",
    initial: "",
  },
  {
    screen: "search",
    section: "synonyms",
    name: "synonyms",
    label: "Use synonyms",
    at: ["enabled"],
    type: "switch",
    initial: true,
  },
  ...gramSettings,
  {
    ...aggs,
    name: "fields",
    label: "Fields",
    type: "rows",
    of: "counted",
    one: "Aggregation of",
    at: ["dataField"],
    initial: {},
  },
  {
    ...aggs,
    name: "queryFormat",
    label: "Match",
    type: "choice",
    choices: [
      { value: "or", label: "Any value" },
      { value: "and", label: "All values" },
    ],
    initial: "or",
  },
  {
    ...aggs,
    name: "size",
    label: "Default size",
    hint: "Values that are counted for each field.",
    type: "number",
    min: 1,
    max: 1000,
    initial: 10,
  },
  {
    ...{ ...aggs, name: "sortBy", label: "Default sort", type: "choice", initial: "count" },
    choices: [
      { value: "count", label: "Most frequent first" },
      { value: "asc", label: "By value, A to Z" },
      { value: "desc", label: "By value, Z to A" },
    ],
  },
  {
    ...aggs,
    name: "includeNullValues",
    label: "Include documents without a value in ranges",
    type: "switch",
    initial: false,
  },
  { ...results, name: "size", label: "Page size", type: "number", min: 0, max: 1000, initial: 10 },
  {
    ...results,
    name: "includeFields",
    label: "Include fields",
    type: "list",
    fields: true,
    initial: ["*"],
  },
  {
    ...results,
    name: "excludeFields",
    label: "Exclude fields",
    type: "list",
    fields: true,
    initial: [],
  },
  { ...results, name: "highlight", label: "Highlight what was found", type: "switch", initial: false },
  {
    ...{ ...results, name: "highlightFields", label: "Highlight fields", under: "highlight" },
    ...{ type: "list", fields: true, initial: [] },
  },
  {
    ...results,
    name: "highlightTag",
    under: "highlight",
    label: "Highlight tag",
    hint: "One opening tag, such as <mark>.",
    type: "tag",
    initial: "<mark>",
  },
  {
    ...results,
    name: "fragmentSize",
    under: "highlight",
    label: "Fragment size",
    hint: "In characters.",
    type: "number",
    min: 1,
    max: 10_000,
    at: ["highlightOptions", "fragment_size"],
    initial: 100,
  },
  {
    ...results,
    name: "fragments",
    under: "highlight",
    label: "Number of fragments",
    type: "number",
    min: 0,
    max: 100,
    at: ["highlightOptions", "number_of_fragments"],
    initial: 5,
  },
];

/** What a setting is called in a draft: names alone are not unique. */
export const keyOf = ({ section, name }: Pick<Setting, "section" | "name">) => `${section}.${name}`;
export const settingsOfScreen = (screen: RelevanceScreen) =>
  declaredSettings.filter((setting) => setting.screen === screen);

/** A simple value as text; nothing for an object, a list and null. */
export const simpleText = (value: JsonValue | undefined) =>
  value === undefined || value === null || Array.isArray(value) || isJsonObject(value) ? "" : value.toString();
const objectOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};
const textsOf = (value: JsonValue | undefined) => (Array.isArray(value) ? value.map(String) : []);

/** A setting as it stands in a record; its initial value where it has none. */
export function valueIn(record: JsonObject, setting: Setting): JsonValue {
  const section = objectOf(record[setting.section]);
  switch (setting.name) {
    // On without its section; a section that does not name it has left it out because it is off.
    case "enableNgram":
      return (
        record[setting.section] === undefined || record[setting.section] === null || section["enableNgram"] === true
      );
    case "weights": {
      const weights = textsOf(section["fieldWeights"]);
      return Object.fromEntries(
        textsOf(section["dataField"]).map((field, at) => [field, Number(weights[at] ?? 1) || 0]),
      );
    }
    case "rankFeatures":
      return ranksIn(section["rankFeature"]);
    case "queryType":
      return section["queryString"] === true
        ? "queryString"
        : section["searchOperators"] === true
          ? "searchOperators"
          : "default";
    case "highlightTag":
      return textsOf(objectOf(section["highlightOptions"])["pre_tags"])[0] ?? setting.initial;
  }
  const path = setting.at ?? [setting.name];
  const found = path.reduce<JsonValue | undefined>((value, step) => objectOf(value)[step], section) ?? null;
  if (found === null) return setting.initial;
  return setting.type === "number"
    ? Number(found)
    : setting.type === "choice"
      ? simpleText(found) || setting.initial
      : found;
}

/** The members of a section that a value stands for. */
function membersOf(section: JsonObject, { setting, value }: { setting: Setting; value: JsonValue }): JsonObject {
  switch (setting.name) {
    case "weights": {
      const weights = Object.entries(objectOf(value));
      return {
        dataField: weights.map(([field]) => field),
        fieldWeights: weights.map(([, weight]) => sentNumber(weight ?? 1)),
      };
    }
    case "rankFeatures":
      return { rankFeature: rankFeatureWith(section["rankFeature"], objectOf(value)) };
    case "queryType":
      return { queryString: value === "queryString", searchOperators: value === "searchOperators" };
    case "highlightTag": {
      const tag = simpleText(value);
      const options = {
        ...objectOf(section["highlightOptions"]),
        pre_tags: [tag],
        post_tags: [`</${/^<([^\s>]+)/.exec(tag)?.[1] ?? "mark"}>`],
      };
      return { highlightOptions: options };
    }
  }
  const [first = setting.name, second] = setting.at ?? [];
  return { [first]: second === undefined ? value : { ...objectOf(section[first]), [second]: value } };
}

const gramSwitches = { enableNgram: "search", enableAutoSuggestion: "autosuggest" } as const;

/**
 * Values with what they bring along: grams that are switched on are searched with a little weight, those switched off
 * no more.
 */
export function withCompanions(record: JsonObject, values: JsonObject): JsonObject {
  const weights = declaredSettings.find(({ name }) => name === "weights");
  let all = values;
  for (const [name, subField] of Object.entries(gramSwitches)) {
    const setting = gramSettings.find((one) => one.name === name);
    const on = setting && values[keyOf(setting)];
    if (!setting || !weights || on === undefined || on === valueIn(record, setting)) continue;
    const entries = Object.entries(objectOf(all[keyOf(weights)] ?? valueIn(record, weights)));
    const fields = {
      dataField: entries.map(([field]) => field),
      fieldWeights: entries.map(([, weight]) => Number(weight)),
    };
    const { dataField, fieldWeights } = withSubField(fields, { subField, on: on === true });
    all = {
      ...all,
      [keyOf(weights)]: Object.fromEntries(dataField.map((field, at) => [field, fieldWeights[at] ?? 1])),
    };
  }
  return all;
}

/** The sections that a save sends for changed values: whole, for a section takes the place of the stored one. */
export function sectionsWith(record: JsonObject, changed: JsonObject): JsonObject {
  const values = withCompanions(record, changed);
  const sections: Record<string, JsonObject> = {};
  for (const setting of declaredSettings) {
    const value = values[keyOf(setting)];
    if (value === undefined) continue;
    const before = sections[setting.section] ?? objectOf(record[setting.section]);
    sections[setting.section] = { ...before, ...membersOf(before, { setting, value }) };
  }
  return sections;
}

/** A value in words. */
export function inWords(setting: Setting, value: JsonValue | undefined): string {
  if (value === undefined || value === null || value === "") return "Not set";
  if (Array.isArray(value)) return value.length === 0 ? "Not set" : value.map(String).join(", ");
  if (setting.type === "rows" && isJsonObject(value)) return rankInWords(value);
  if (typeof value === "boolean") return value ? "On" : "Off";
  const text = simpleText(value);
  return setting.type === "choice" ? (setting.choices.find((choice) => choice.value === text)?.label ?? text) : text;
}

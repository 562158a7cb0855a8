import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import { indentJson } from "~/lib/json/layout";
import { ACTION_LABELS } from "./action-labels";

export type RuleAction = {
  type: string;
  data?: JsonValue | undefined;
  script?: string | undefined;
  /** Members without a control of their own. */
  more?: JsonObject | undefined;
};
/** What can be changed of a rule; its script as text. Members that this console does not know stay as they are. */
export type RuleContent = {
  name: string;
  description: string;
  enabled: boolean;
  advanced: boolean;
  trigger: { type: string; expression: string; start: number | null; end: number | null };
  actions: RuleAction[];
};

const textAt = (value: JsonValue | undefined) => (typeof value === "string" ? value : "");
const secondsAt = (value: JsonValue | undefined) => (typeof value === "number" && value > 0 ? value : null);

/** A rule as a server tells it, or as a draft holds it. */
export function contentOfRule(rule: JsonObject): RuleContent {
  const trigger = isJsonObject(rule["trigger"]) ? rule["trigger"] : {};
  const timeframe = isJsonObject(trigger["timeframe"]) ? trigger["timeframe"] : {};
  const actions = Array.isArray(rule["actions"]) ? rule["actions"].filter(isJsonObject) : [];
  return {
    name: textAt(rule["name"]),
    description: textAt(rule["description"]),
    enabled: rule["enabled"] !== false,
    advanced: rule["show_advance_editor"] === true,
    trigger: {
      type: textAt(trigger["type"]) || "filter",
      expression: textAt(trigger["expression"]),
      start: secondsAt(timeframe["start_time"]),
      end: secondsAt(timeframe["end_time"]),
    },
    actions: actions.map(({ type, data, script, ...more }) => ({
      type: textAt(type),
      ...(data === undefined ? {} : { data }),
      ...(typeof script === "string" ? { script } : {}),
      ...(Object.keys(more).length === 0 ? {} : { more }),
    })),
  };
}

/** The body of a save. */
export function bodyOfRule({ name, description, enabled, advanced, trigger, actions }: RuleContent): JsonObject {
  const { type, expression, start, end } = trigger;
  const timeframe: JsonObject =
    start === null ? {} : { timeframe: { start_time: start, ...(end === null ? {} : { end_time: end }) } };
  return {
    name,
    description,
    enabled,
    show_advance_editor: advanced,
    trigger: { type, ...(expression === "" ? {} : { expression }), ...timeframe },
    actions: actions.map(({ type: kind, data, script, more }) => ({
      type: kind,
      ...(data === undefined ? {} : { data }),
      ...(script === undefined ? {} : { script }),
      ...more,
    })),
  };
}

/** A rule as JSON text on lines: what the review compares and the log keeps. */
export const ruleText = (content: RuleContent): string => indentJson(stringifyJson(bodyOfRule(content)));

/** What such a text says. */
export function ruleOfText(text: string): RuleContent {
  const value = parseJson(text);
  return contentOfRule(isJsonObject(value) ? value : {});
}

/** The ids of the documents that an action of a rule (`promote_result`, `hide_result`) is about. */
export function documentsOf({ actions }: RuleContent, type: string): string[] {
  const data = actions.find((action) => action.type === type)?.data;
  if (!Array.isArray(data)) return [];
  return data.flatMap((item) => {
    if (typeof item === "string") return [item];
    const doc = isJsonObject(item) ? item["doc"] : undefined;
    return doc !== undefined && isJsonObject(doc) && typeof doc["_id"] === "string" ? [doc["_id"]] : [];
  });
}

/** What a new rule is before anything is typed. */
export const EMPTY_RULE: RuleContent = {
  name: "",
  description: "",
  enabled: true,
  advanced: false,
  trigger: { type: "filter", expression: "", start: null, end: null },
  actions: [],
};

/** Whether an action was added and not yet filled in: drafts hold such ones, servers refuse them. */
export const isEmptyAction = ({ data, script }: RuleAction): boolean =>
  data === undefined && (script ?? "").trim() === "";

/** The rule without actions that are not filled in yet, as it can be tried. */
export const filledRule = (content: RuleContent): RuleContent => ({
  ...content,
  actions: content.actions.filter((action) => !isEmptyAction(action)),
});

/** What differs between two states of a rule, in the words of its form. */
export function changedParts(before: RuleContent, after: RuleContent): string[] {
  const same = (a: JsonValue, b: JsonValue) => stringifyJson(a) === stringifyJson(b);
  const condition = ({ trigger: { type, expression } }: RuleContent) => [type, expression];
  const schedule = ({ trigger: { start, end } }: RuleContent) => [start, end];
  const types = ({ actions }: RuleContent) => actions.map(({ type }) => type);
  const bodyOf = ({ actions }: RuleContent, type: string): JsonValue =>
    actions.flatMap((action) =>
      action.type === type ? [action.data ?? null, action.script ?? null, action.more ?? null] : [],
    );
  const all = [...new Set([...types(before), ...types(after)])];
  const changed = all.filter((type) => !same(bodyOf(before, type), bodyOf(after, type)));
  const kept = (rule: RuleContent, other: RuleContent) => types(rule).filter((type) => types(other).includes(type));
  return [
    ...(before.name === after.name ? [] : ["Rule name"]),
    ...(before.description === after.description ? [] : ["Description"]),
    ...(before.enabled === after.enabled ? [] : ["Status"]),
    ...(same(condition(before), condition(after)) ? [] : ["Condition"]),
    ...changed.map((type) => ACTION_LABELS[type] ?? type),
    ...(same(kept(before, after), kept(after, before)) ? [] : ["Order of actions"]),
    ...(same(schedule(before), schedule(after)) ? [] : ["Schedule"]),
  ];
}

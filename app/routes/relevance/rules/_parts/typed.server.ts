import { isJsonObject, type JsonObject, type JsonValue } from "@common/json";
import * as z from "zod";
import { parseJsonText } from "~/lib/json/text.server";
import { titleOf } from "~/services/documents/find.server";
import { expressionOf, expressionProblem, QUERY_OPERATORS } from "~/services/rules/condition";
import type { RuleAction, RuleContent } from "~/services/rules/content";
import { jsonOf } from "~/services/rules/try.server";
import type { PromotedField } from "./fields";

const text = z.string().default("");

/** What is typed. Only a save asks that it is whole. */
export const TypedSchema = z.object({
  name: z.string({ error: "Name cannot be empty" }).trim().max(200, { error: "A name has at most 200 characters." }),
  description: z.string().trim().max(2000).default(""),
  enabled: z.boolean().default(false),
  trigger: z.enum(["filter", "index", "cron", "always"], { error: "Choose when the rule applies." }),
  indices: z.string().trim().default(""),
  operator: z.enum(QUERY_OPERATORS).catch("==").default("=="),
  query: z.string().trim().default(""),
  field: z.string().trim().default(""),
  value: z.string().trim().default(""),
  expression: z.string().trim().default(""),
  cron: z.string().trim().default(""),
  start: text,
  end: text,
  hide: text,
  term: z.string().trim().default(""),
  removeWords: text,
  replaceWords: text,
  filters: text,
  searchFields: text,
  searchQuery: z.string().trim().default(""),
  customData: z.string().trim().default(""),
  script: text,
  version: text,
  others: text,
  find: z.string().trim().default(""),
  findIn: z.string().trim().default(""),
  testText: z.string().trim().default(""),
  testIn: z.string().trim().default(""),
  then: text,
});
export type Typed = z.output<typeof TypedSchema>;
export type FieldErrors = Record<string, string[]>;

const linesOf = (value: string) =>
  value
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
const wordsOf = (value: string) =>
  value
    .split(/[,\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== "");

function pairsOf(value: string): [string, string][] | null {
  const pairs = linesOf(value).map((line): [string, string] => {
    const at = line.indexOf("=");
    return at < 0 ? ["", ""] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
  return pairs.some((pair) => pair.includes("")) ? null : pairs;
}

function searchSettings(value: string): JsonObject | null {
  const found = linesOf(value).map((line) => /^([^^]+?)(?:\^(\d+(?:\.\d+)?))?$/.exec(line));
  if (found.some((one) => one === null)) return null;
  const weighted = found.some((one) => one?.[2] !== undefined);
  return { dataField: found.map((one) => one?.[1] ?? ""), ...(weighted ? { fieldWeights: found.map((one) => Number(one?.[2] ?? 1)) } : {}) };
}

const secondsOf = (value: string): number | null => {
  const at = value === "" ? NaN : Date.parse(`${value}Z`);
  return Number.isNaN(at) ? null : Math.floor(at / 1000);
};

/** The documents that the form holds, each with the place that was typed. */
export function promotedIn(form: FormData): { doc: JsonObject; position: number }[] {
  const positions = form.getAll("position").map(Number);
  return form.getAll("promoted").flatMap((json, at) => {
    const doc = typeof json === "string" ? jsonOf(json) : undefined;
    const position = positions[at];
    return doc !== undefined && isJsonObject(doc) ? [{ doc, position: position !== undefined && position >= 1 ? Math.floor(position) : at + 1 }] : [];
  });
}

/** The same, for the form. */
export function promotedFields({ actions }: RuleContent): PromotedField[] {
  const data = actions.find(({ type }) => type === "promote_result")?.data;
  return (Array.isArray(data) ? data : []).flatMap((one, at) => {
    const doc = isJsonObject(one) ? one["doc"] : undefined;
    if (doc === undefined || !isJsonObject(doc)) return [];
    const id = typeof doc["_id"] === "string" ? doc["_id"] : "";
    const position = isJsonObject(one) && typeof one["position"] === "number" ? one["position"] : at + 1;
    return [{ position, id, title: titleOf(doc["_source"], id), json: JSON.stringify(doc) }];
  });
}

function expressionIn(typed: Typed): string {
  if (typed.trigger === "always") return "";
  if (typed.trigger === "cron") return typed.cron;
  if (typed.expression !== "") return typed.expression;
  const { indices, operator, query, field, value } = typed;
  return expressionOf(typed.trigger === "index" ? { indices, operator, query: "", field: "", value: "" } : { indices, operator, query, field, value });
}

/** The rule that was typed, with what is wrong with it by field; `whole` where it is to be saved. */
export function ruleTyped(typed: Typed, { form, before, whole }: { form: FormData; before: RuleContent | undefined; whole: boolean }) {
  const errors: FieldErrors = {};
  const wrong = (field: string, message: string) => (errors[field] = [...(errors[field] ?? []), message]);
  const actions: RuleAction[] = [];
  const add = (type: string, data: JsonValue | undefined) => data !== undefined && actions.push({ type, data });

  const promoted = promotedIn(form);
  if (promoted.length > 0) add("promote_result", promoted);
  const hidden = linesOf(typed.hide);
  if (hidden.length > 0) add("hide_result", hidden);
  if (typed.term !== "") add("replace_search_term", typed.term);
  const removed = wordsOf(typed.removeWords);
  if (removed.length > 0) add("remove_words", removed);
  const replaced = pairsOf(typed.replaceWords);
  if (replaced === null) wrong("replaceWords", "Write a pair on each line, as in: tv = television");
  else if (replaced.length > 0) add("replace_words", Object.fromEntries(replaced));
  const filters = pairsOf(typed.filters);
  if (filters === null) wrong("filters", "Write a field and its values on each line, as in: brand = acme, other");
  else if (filters.length > 0) add("add_filter", Object.fromEntries(filters.map(([field, value]) => [field, valuesOf(value)])));
  const settings = typed.searchFields.trim() === "" ? undefined : searchSettings(typed.searchFields);
  if (settings === null) wrong("searchFields", "Write a field on each line, with its weight after ^ if it has one, as in: title^2");
  else add("search_settings", settings);
  if (typed.searchQuery !== "") add("replace_search_query", typed.searchQuery);
  const custom = typed.customData === "" ? undefined : parseJsonText(typed.customData);
  if (custom?.ok === false) wrong("customData", custom.message);
  else add("custom_data", custom?.value);
  if (typed.script.trim() !== "") actions.push({ type: "script", script: typed.script });
  const kept = (before?.actions ?? []).filter(({ type }) => type === "function");

  const expression = expressionIn(typed);
  const [start, end] = [secondsOf(typed.start), secondsOf(typed.end)];
  if (end !== null && start === null) wrong("start", "Enter when the rule starts to apply.");
  if (start !== null && end !== null && end < start) wrong("end", "The end is before the beginning.");
  if (whole) {
    const problem = typed.trigger === "cron" || expression === "" ? null : expressionProblem(expression);
    if (typed.trigger === "filter" && typed.expression === "" && typed.query === "" && (typed.field === "" || typed.value === ""))
      wrong("query", "Either dataField value or query is needed");
    if (typed.trigger === "cron" && typed.cron === "") wrong("cron", "Enter a cron line, such as 0 3 * * *.");
    if (problem !== null) wrong(typed.expression === "" ? "query" : "expression", `Invalid expression: ${problem}.`);
    if (actions.length + kept.length === 0) wrong("trigger", "No actions defined. Add at least one below.");
    const only = typed.trigger === "cron" || typed.trigger === "index";
    if (only && actions.some(({ type }) => type !== "script")) wrong("trigger", "Index and cron rules take a script only. Clear the other actions.");
  }
  const content: RuleContent = {
    name: typed.name,
    description: typed.description,
    enabled: typed.enabled,
    advanced: typed.trigger === "filter" && typed.expression !== "",
    trigger: { type: typed.trigger, expression, start, end },
    actions: inOrderOf([...actions, ...kept], before),
  };
  return { content, errors };
}

const valuesOf = (value: string): JsonValue => {
  const values = wordsOf(value);
  return values.length === 1 ? (values[0] ?? "") : values;
};

// Actions run in their order: those that were there keep it, new ones come after them.
function inOrderOf(actions: RuleAction[], before: RuleContent | undefined): RuleAction[] {
  const known = (before?.actions ?? []).map(({ type }) => type);
  const place = ({ type }: RuleAction) => (known.includes(type) ? known.indexOf(type) : known.length);
  return [...actions].sort((a, b) => place(a) - place(b));
}

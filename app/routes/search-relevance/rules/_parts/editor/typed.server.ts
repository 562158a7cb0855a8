import { instantOf } from "~/lib/values/wall-clock";
import { expressionOf, expressionProblem } from "~/services/search-relevance/rules/condition";
import type { RuleContent } from "~/services/search-relevance/rules/content";
import { actionsIn } from "./actions-in.server";
import { FIELD_OF } from "./shape";
import type { Typed, Wrong } from "./typed-schema.server";

export type FieldErrors = Record<string, string[]>;

const secondsOf = (wall: string, zone: string): number | null => {
  const at = instantOf(wall, zone);
  return at === undefined ? null : Math.floor(at / 1000);
};

function expressionIn(typed: Typed): string {
  if (typed.trigger === "always") return "";
  if (typed.trigger === "cron") return typed.cron;
  if (typed.expression !== "") return typed.expression;
  const { indices, operator, query, field, value } = typed;
  return expressionOf(
    typed.trigger === "index"
      ? { indices, operator, query: "", field: "", value: "" }
      : { indices, operator, query, field, value },
  );
}

/** The rule that was typed, with what is wrong with it by field; `whole` where it is to be saved. */
export function ruleTyped(typed: Typed, { before, whole }: { before: RuleContent | undefined; whole: boolean }) {
  const errors: FieldErrors = {};
  const wrong: Wrong = (field, message) => (errors[field] = [...(errors[field] ?? []), message]);
  if (whole && typed.name === "") wrong("name", "Name cannot be empty");
  const actions = actionsIn(typed, { before, whole, wrong });
  const expression = expressionIn(typed);
  const [start, end] = [secondsOf(typed.start, typed.zone), secondsOf(typed.end, typed.zone)];
  if (typed.start !== "" && start === null) wrong("start", "Enter a date and a time.");
  if (typed.end !== "" && end === null) wrong("end", "Enter a date and a time.");
  if (end !== null && start === null) wrong("start", "Enter when the rule starts to apply.");
  if (start !== null && end !== null && end < start) wrong("end", "The end is before the start.");
  if (whole) {
    const problem = typed.trigger === "cron" || expression === "" ? null : expressionProblem(expression);
    if (
      typed.trigger === "filter" &&
      typed.expression === "" &&
      typed.query === "" &&
      (typed.field === "" || typed.value === "")
    )
      wrong("query", "Either dataField value or query is needed");
    if (typed.trigger === "cron" && typed.cron === "") wrong("cron", "Enter a cron line, such as 0 3 * * *.");
    if (problem !== null) wrong(typed.expression === "" ? "query" : "expression", `Invalid expression: ${problem}.`);
    if (actions.length === 0) wrong("cards", "No actions defined. Add at least one.");
    for (const { type } of actions) {
      if ((typed.trigger === "cron" || typed.trigger === "index") && type !== "script")
        wrong(FIELD_OF[type] ?? "cards", "Index and cron rules take a script only. Remove this action.");
      if (typed.trigger === "always" && type === "replace_search_term")
        wrong("term", "A rule for every search cannot replace the search term. Remove this action.");
    }
  }
  const content: RuleContent = {
    name: typed.name,
    description: typed.description,
    enabled: typed.enabled,
    advanced: typed.trigger === "filter" && typed.expression !== "",
    trigger: { type: typed.trigger, expression, start, end },
    actions,
  };
  return { content, errors };
}

import { HANDLERS_OF, type TriggerType } from "@common/search-relevance/rule-kinds";

const GETS: Readonly<Record<TriggerType, string>> = {
  always: "context.request, context.response and context.envs",
  filter: "context.request, context.response and context.envs",
  index: "context.request and context.envs",
  cron: "context.request and context.envs",
};

/** What stands below the script of a rule: the functions that run for its trigger, and what they get. */
export function scriptHint(trigger: TriggerType): string {
  const outside = trigger === "cron" ? ", or without a function" : "";
  return `With ${HANDLERS_OF[trigger].join(" or ")}${outside}. It gets ${GETS[trigger]}.`;
}

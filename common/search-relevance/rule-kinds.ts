/** What makes a rule fire. */
export const TRIGGERS = ["always", "filter", "index", "cron"] as const;
export type TriggerType = (typeof TRIGGERS)[number];

/** Functions of a script that are called. */
export const HANDLERS = ["handleRequest", "handleResponse", "handleCron"] as const;
export type Handler = (typeof HANDLERS)[number];

/**
 * Which of them run in a rule, by what makes it fire; of a script by the clock what stands outside of functions runs
 * too.
 */
export const HANDLERS_OF: Readonly<Record<TriggerType, readonly Handler[]>> = {
  always: ["handleRequest", "handleResponse"],
  filter: ["handleRequest", "handleResponse"],
  index: ["handleRequest"],
  cron: ["handleCron"],
};

/** The effects that a rule may have, each at most once. */
export const ACTIONS = [
  "promote_result",
  "hide_result",
  "custom_data",
  "replace_search_term",
  "remove_words",
  "replace_words",
  "add_filter",
  "search_settings",
  "replace_search_query",
  "script",
] as const;
export type ActionType = (typeof ACTIONS)[number];

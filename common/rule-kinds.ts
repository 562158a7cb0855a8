/** What makes a rule fire. */
export const TRIGGERS = ["always", "filter", "index", "cron"] as const;
export type TriggerType = (typeof TRIGGERS)[number];

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

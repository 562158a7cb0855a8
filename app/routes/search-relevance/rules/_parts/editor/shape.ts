/** The fields of the form, as texts; lists as Conform names them: `words[0].from`. */
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
  /** The zone that `start` and `end` are in. */
  zone: string;
  start: string;
  end: string;
  /** The actions that have a card, by type and in their order. */
  cards: string;
  /** Documents that are shown first: the document as JSON, and its place. */
  promoted: { json: string; position: string }[];
  /** The ids of hidden documents. */
  hide: string[];
  term: string;
  removeWords: string;
  words: { from: string; to: string }[];
  filters: { field: string; values: string }[];
  searchFields: string;
  searchQuery: string;
  customData: string;
  script: string;
  envs: string;
  function: string;
};

/** The field that a message about an action stands at. */
export const FIELD_OF: Readonly<Record<string, keyof RuleShape>> = {
  promote_result: "promoted",
  hide_result: "hide",
  custom_data: "customData",
  replace_search_term: "term",
  remove_words: "removeWords",
  replace_words: "words",
  add_filter: "filters",
  search_settings: "searchFields",
  replace_search_query: "searchQuery",
  script: "script",
  function: "function",
};

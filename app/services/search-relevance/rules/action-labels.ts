/** The actions in words, in the order of the form. */
export const ACTION_LABELS: Readonly<Record<string, string>> = {
  promote_result: "Promote documents",
  hide_result: "Hide documents",
  custom_data: "Custom data",
  replace_search_term: "Replace search term",
  remove_words: "Remove words",
  replace_words: "Replace words",
  add_filter: "Add filter",
  search_settings: "Search settings",
  replace_search_query: "Replace search query",
  script: "Script",
  function: "Function",
};

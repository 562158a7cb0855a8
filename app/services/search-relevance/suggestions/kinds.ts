// What can be set for suggestions, declared once: form, check and text are made of it. Shared with the browser.

export const suggestionKinds = ["popular", "recent", "index"] as const;
export type SuggestionKind = (typeof suggestionKinds)[number];

type Common = { name: string; label: string; hint?: string; /** Folded: few need it. */ advanced?: boolean };
/** One setting. A number without `initial` may be left out. */
export type Setting = Common &
  (
    | { type: "number"; min: number; max: number; initial?: number; unset?: number }
    | { type: "list"; of?: "indices" | "fields" }
    | { type: "switch" }
    /** `unset`: what counts where it is not set. */
    | { type: "choice"; unset: "On" | "Off" }
    | { type: "text"; of?: "queries" | "fields" }
    | { type: "rows" }
  );

const INDICES: Setting = {
  name: "indices",
  label: "Indices",
  type: "list",
  of: "indices",
  hint: "Searches of these indices count; films-* is a pattern. None means all.",
};
const MIN_HITS = "Only searches that found at least this many documents.";
const MIN_CHARS = "Only searches with at least this many characters.";

/** The settings of each kind, with the bounds of the dashboard of ReactiveSearch. */
export const settingsOf: Record<SuggestionKind, readonly Setting[]> = {
  popular: [
    INDICES,
    {
      name: "numberOfDays",
      label: "Look-back period (days)",
      type: "number",
      min: 1,
      max: 90,
      initial: 30,
      hint: "Searches of these days are counted.",
    },
    {
      name: "minCount",
      label: "Minimum count",
      type: "number",
      min: 0,
      max: 1000,
      initial: 1,
      hint: "Only what was searched for at least this many times.",
    },
    { name: "minHits", label: "Minimum hits", type: "number", min: 0, max: 1000, initial: 5, hint: MIN_HITS },
    { name: "minChars", label: "Minimum characters", type: "number", min: 0, max: 32, initial: 3, hint: MIN_CHARS },
    {
      name: "size",
      label: "Size",
      type: "number",
      min: 0,
      max: 20,
      initial: 5,
      hint: "How many are suggested where a search does not say; 0 leaves it to the server.",
    },
    { name: "blacklist", label: "Blocked suggestions", type: "list", hint: "Searches that are never suggested." },
    { name: "transformDiacritics", label: "Count words with and without accents together", type: "switch" },
    {
      name: "externalSuggestions",
      label: "External suggestions",
      type: "rows",
      hint: 'A JSON list, such as [{ "key": "snow boots", "count": 40, "indices": ["shoes"] }]. They are added to the recorded searches.',
    },
  ],
  recent: [
    INDICES,
    { name: "minHits", label: "Minimum hits", type: "number", min: 0, max: 1000, initial: 0, hint: MIN_HITS },
    { name: "minChars", label: "Minimum characters", type: "number", min: 0, max: 32, initial: 0, hint: MIN_CHARS },
    {
      name: "size",
      label: "Size",
      type: "number",
      min: 1,
      max: 20,
      initial: 5,
      hint: "How many are suggested where a search does not say.",
    },
  ],
  index: [
    {
      ...INDICES,
      hint: "The indices that are searched for suggestions; films-* is a pattern. None means the one that the search names.",
    },
    {
      name: "size",
      label: "Size",
      type: "number",
      min: 1,
      max: 10,
      hint: "How many are suggested where a search does not say.",
    },
    { name: "showDistinctSuggestions", label: "One suggestion per document", type: "choice", unset: "Off" },
    { name: "enablePredictiveSuggestions", label: "Predict the next words", type: "choice", unset: "Off" },
    { name: "maxPredictedWords", label: "Words to predict", type: "number", min: 1, max: 5, unset: 2 },
    { name: "applyStopwords", label: "Leave out stopwords", type: "choice", unset: "Off" },
    { name: "customStopwords", label: "Custom stopwords", type: "list" },
    { name: "enableSynonyms", label: "Synonyms", type: "choice", unset: "On" },
    {
      name: "categoryField",
      label: "Category field",
      type: "text",
      of: "fields",
      hint: "Suggestions within a category, such as “boots in Shoes”.",
    },
    {
      name: "includeFields",
      label: "Include fields",
      type: "list",
      of: "fields",
      advanced: true,
      hint: "Fields of the documents that suggestions bring along.",
    },
    { name: "excludeFields", label: "Exclude fields", type: "list", of: "fields", advanced: true },
    {
      name: "urlField",
      label: "URL field",
      type: "text",
      of: "fields",
      advanced: true,
      hint: "The field that holds the address of a document.",
    },
    {
      name: "customQuery",
      label: "Stored query",
      type: "text",
      of: "queries",
      advanced: true,
      hint: "Finds the suggestions in place of the search of the box.",
    },
  ],
};

// Shared with the browser: nothing of the bundle's schema comes along.

export const PASTE = "paste-settings";
export const UPLOAD = "upload-settings";
export const APPLY = "apply-settings";
export const TAKE = "take-settings";
export const REVIEW_REST = "review-other-parts";

/** The parts of a settings file, in the order in which it has them. */
export const partLabels = {
  settings: "Settings of search, aggregations, results and language",
  synonyms: "Synonyms",
  rules: "Rules of this index, with their scripts",
  suggestions: "Suggestions, which count for the whole server",
} as const;
export type PartName = keyof typeof partLabels;
export const partNames: readonly PartName[] = ["settings", "synonyms", "rules", "suggestions"];

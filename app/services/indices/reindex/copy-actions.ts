/** What of an index a copy takes along. `data` are its documents. */
export const copyActions = ["mappings", "settings", "data", "search_relevancy", "synonyms"] as const;

export type CopyAction = (typeof copyActions)[number];

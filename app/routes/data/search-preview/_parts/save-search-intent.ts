/** The form that saves the search of the preview as a stored query. */
export const SAVE_SEARCH = "save-search";

export type SaveSearchShape = { name: string };

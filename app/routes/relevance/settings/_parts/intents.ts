export const INTENT = "save-draft";
/** Puts the re-index for the stored settings into the draft. */
export const REINDEX = "reindex-again";

export const INTENT = "save-draft";
/** Puts the re-index for the stored settings into the draft. */
export const REINDEX = "reindex-again";
/**
 * Buttons of the form that save the draft and do more: empty the list that keeps another one closed, and turn to
 * another page of rows.
 */
export const OPEN = "open-list";
export const TURN = "turn-to";
/** Adds the sub-fields by which language, synonyms and grams act to the rows of a setting. */
export const ADD_SUB_FIELDS = "add-sub-fields";

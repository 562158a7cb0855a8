export const INTENT = "save-draft";
/** Puts the re-index for the stored settings into the draft. */
export const REINDEX = "reindex-again";
/** A button of the form that saves the draft and turns to another page of rows. */
export const TURN = "turn-to";
/** Adds the sub-fields by which language, synonyms and grams act to the rows of a setting. */
export const ADD_SUB_FIELDS = "add-sub-fields";

/** Why an import stopped when its index was closed; its page then leads to where it is opened. */
export const INDEX_CLOSED = "The index is closed. Open it, then resume.";

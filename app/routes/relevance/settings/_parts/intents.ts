export const INTENT = "save-draft";

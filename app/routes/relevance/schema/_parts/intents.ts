export const SAVE = "save-field";
export const REMOVE = "remove-field";
export const DISCARD = "discard-field";
export const ADD = "add-to-schema";

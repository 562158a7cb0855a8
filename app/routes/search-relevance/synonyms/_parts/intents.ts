export const ADD = "add-synonyms";
export const SET_GROUP = "set-group";
export const UPLOAD = "upload-synonyms";
export const SAVE = "save-synonyms";
export const TO_DRAFT = "add-to-draft";

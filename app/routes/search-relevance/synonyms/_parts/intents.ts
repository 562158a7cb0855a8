export const ADD = "add-synonyms";
export const UPLOAD = "upload-synonyms";
export const SAVE = "save-synonyms";
export const TO_DRAFT = "add-to-draft";

export const ADD = "add-document";
export const ADD_FIELDS = "add-fields";

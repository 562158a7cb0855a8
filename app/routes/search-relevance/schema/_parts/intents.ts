export const SAVE = "save-field";
export const REMOVE = "remove-field";
export const DISCARD = "discard-field";
export const ADD = "add-to-schema";
/** Values that do not fit the new type are left out, or fail their documents. */
export const LEAVE_OUT = "leave-out-misfits";
export const KEEP_STRICT = "fail-misfits";

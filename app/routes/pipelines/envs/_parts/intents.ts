export const SAVE = "save-global-env";
export const DELETE = "delete-global-env";
/** The step of the form that has the check made. */
export const CHECK = "check";

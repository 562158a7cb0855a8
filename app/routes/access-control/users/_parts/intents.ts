export const CREATE = "create-user";
export const EDIT = "edit-user";
export const PASSWORD = "set-password";
export const RESET = "reset-second-factor";
export const DELETE = "delete-user";

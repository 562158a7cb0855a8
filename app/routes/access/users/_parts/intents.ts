export const CREATE = "create-user";
export const EDIT = "edit-user";
export const PASSWORD = "set-password";
export const DELETE = "delete-user";

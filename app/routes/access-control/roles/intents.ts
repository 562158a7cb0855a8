export const SAVE_KEY = "save-key";
export const SAVE_ROLES = "save-roles";
export const CHECK_TOKEN = "check-token";

export const SAVE_KEY = "save-key";
export const SAVE_ROLE = "save-role";
export const CHECK_TOKEN = "check-token";

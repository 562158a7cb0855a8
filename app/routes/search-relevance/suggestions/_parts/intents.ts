export const INTENT = "take-preferences";

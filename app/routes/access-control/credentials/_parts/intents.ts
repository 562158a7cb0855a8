export const INTENTS = { take: "take-credential", rotate: "rotate-credential", show: "show-password" } as const;
/** What becomes of what was typed: checked only, or saved. */
export const thens = ["save", "check"] as const;

export const CONSOLE = "console";
export const CONFIRM = "run-confirmed";
export const FORGET = "forget";
/** What the buttons of the console do with its text. */
export const deeds = ["run", "all", "list", "save", "curl"] as const;
/** So many requests are run by one click at most. */
export const MOST_AT_ONCE = 20;

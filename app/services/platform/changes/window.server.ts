/**
 * What stands in the log in place of a right for what the console itself did, which every reader of the log may see.
 */
export const WINDOW = "writing-window";

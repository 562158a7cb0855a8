// What the lines of a change say in place of a value. Shared with the browser.

/** Of a setting that has no value. */
export const NOT_SET = "Not set";
/** Of a field, a group or a rule that is not there. */
export const NOT_THERE = "Not there";

export const isAbsent = (text: string): boolean => text === NOT_SET || text === NOT_THERE;

export const RULE = "take-rule";
export const SWITCH = "switch-rule";
export const MOVE = "move-rule";

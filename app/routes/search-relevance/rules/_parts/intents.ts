export const RULE = "take-rule";
export const SWITCH = "switch-rule";
export const MOVE = "move-rule";
/** The button that puts a rule into the draft of its index. */
export const TO_DRAFT = "to-draft";

export const SWITCH = "switch-pipeline";
export const MOVE = "move-pipeline";

export const SWITCH_FUNCTION = "switch-function";
export const RUN_FUNCTION = "run-function";
export const MOVE_FUNCTION = "move-function";

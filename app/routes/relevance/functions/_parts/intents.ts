export const SWITCH_FUNCTION = "switch-function";
export const RUN_FUNCTION = "run-function";

// What the screens of functions share, from one place: the compiler makes one file of it.
export { FunctionSwitch, Replicas } from "./function-facts";
export { MOVE_FUNCTION, RUN_FUNCTION, SWITCH_FUNCTION } from "./intents";
export { NoFunctions } from "./no-functions";
export { functionCrumbs, functionNameOf, functionPath, functionsPath, functionTitle } from "./paths";

// What the screens of rules share, from one place: the compiler makes one file of it.
export { ruleList } from "./addresses";
export { ruleCrumbs, ruleIdOf, rulePath, ruleTitle } from "./paths";
export { RuleActions, RuleName, RulePlace, RuleSwitch } from "./row";
export { useOrder } from "./use-order";
export { useScripts } from "./use-drag";

// What the pages with the form share, from one place: the compiler makes one file of it.
export { RuleForm } from "./rule-form";

// The same for those with a form.
export { RuleForm } from "./form";

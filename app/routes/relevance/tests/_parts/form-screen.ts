// The same for those with a form.
export { TestForm } from "./form";

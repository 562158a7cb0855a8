// The same for those with a form.
export { PasswordField } from "./password-field";
export { useGenerated } from "./use-generated";
export { UserForm } from "./user-form";

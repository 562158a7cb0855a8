// The same for those with a form.
export { CredentialForm } from "./credential-form";
export { templates } from "./templates";

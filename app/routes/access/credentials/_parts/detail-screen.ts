// The same for the page of one.
export { PasswordCard } from "./password-card";
export { RightsCard } from "./rights-card";
export { TryCard } from "./try-card";

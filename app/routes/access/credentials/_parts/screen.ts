// What the screens of credentials share, from one place: the compiler makes one file of it.
export { accesses, credentialList, states, tryAddress } from "./addresses";
export { ExpiryBadge } from "./expiry-badge";
export { INTENTS } from "./intents";
export { credentialCrumbs, credentialNameOf, credentialPath, credentialTitle } from "./paths";
export { accessName } from "./words";

import { address, flag, oneOf, page, size, sort, type StateOf, text } from "~/lib/address";

export const accesses = ["read", "write", "both"] as const;
export const uses = ["applications", "links"] as const;
export const states = ["active", "expired"] as const;

const list = {
  q: text({ label: "Search" }),
  access: oneOf(accesses, { label: "Access" }),
  use: oneOf(uses, { label: "Used by" }),
  state: oneOf(states, { label: "State" }),
  sort: sort({ by: ["name", "owner", "expiry", "used", "calls"], initial: "name" }),
  size: size(),
  page: page(),
};

/** The address of the list of credentials. */
export const credentialList = address(list);
export type CredentialListState = StateOf<typeof list>;

/** The call that the page of a credential tries, and whether the password is to be seen at once: it is new. */
export const tryAddress = address({
  method: oneOf(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"], { label: "Method", initial: "POST" }),
  path: text({ label: "Path", max: 2000 }),
  referer: text({ label: "Referer", max: 1000 }),
  address: text({ label: "Address", max: 100 }),
  fresh: flag({ part: "once", label: "New password" }),
});

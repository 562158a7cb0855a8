import { byNumber, byText, listOf } from "~/lib/values/list-of";
import { type Credential, expiresAt, listCredentials } from "~/services/access-control/credentials/read.server";
import { preferredOf } from "~/services/access-control/credentials/preferred";
import { readUsage } from "~/services/access-control/credentials/usage.server";
import type { Scope } from "~/session/scope.server";
import type { CredentialListState } from "./addresses";

const SOON_MS = 14 * 86_400_000;

export type Expiry = { at: number | null; state: "never" | "later" | "soon" | "expired" };

/** A credential as a row: without its password. Calls and last use are null where nobody tells them. */
export type CredentialRow = Pick<Credential, "name" | "description" | "owner" | "ops" | "indices"> & {
  expiry: Expiry;
  preferred: boolean;
  calls: number | null;
  last: number | null;
};

/** When one ends, and whether that is something to look at. */
export function expiryOf(credential: Credential, now = Date.now()): Expiry {
  const at = expiresAt(credential);
  if (credential.expired) return { at, state: "expired" };
  if (at === null) return { at, state: "never" };
  return { at, state: at - now < SOON_MS ? "soon" : "later" };
}

const accessOf = (ops: readonly string[]) =>
  ops.includes("read") ? (ops.includes("write") ? "both" : "read") : "write";

/** A page of the credentials that match, with who used them. Throws BackendError. */
export async function loadCredentials(scope: Scope, state: CredentialListState) {
  const [all, usage] = await Promise.all([listCredentials(scope, scope.app), readUsage(scope)]);
  const preferred = preferredOf(all)?.name;
  const rows = all.map((one): CredentialRow => {
    const { name, description, owner, ops, indices } = one;
    const use = usage.ok ? usage.of(name) : { calls: null, last: null };
    return { name, description, owner, ops, indices, expiry: expiryOf(one), preferred: name === preferred, ...use };
  });
  const list = listOf(rows, state, {
    text: ({ name, description, owner, indices }) => [name, description, owner, ...indices],
    orders: {
      name: byText(({ name, description }) => description || name),
      owner: byText(({ owner }) => owner),
      expiry: byNumber(({ expiry }) => expiry.at, Infinity),
      used: byNumber(({ last }) => last),
      calls: byNumber(({ calls }) => calls),
    },
    facets: {
      access: ({ ops }, access) => accessOf(ops) === access,
      state: ({ expiry }, wanted) => (expiry.state === "expired") === (wanted === "expired"),
    },
  });
  return { ...list, usageMissing: usage.ok ? null : usage.why };
}

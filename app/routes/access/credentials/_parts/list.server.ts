import { pageOf } from "~/lib/address";
import { type Credential, expiresAt, listCredentials } from "~/services/credentials/read.server";
import { preferredOf } from "~/services/credentials/preferred";
import { readUsage } from "~/services/credentials/usage.server";
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

const BY_NAME = new Intl.Collator("en", { numeric: true });
const titleOf = ({ name, description }: Pick<CredentialRow, "name" | "description">) => description || name;

const orders: Record<CredentialListState["sort"]["by"], (a: CredentialRow, b: CredentialRow) => number> = {
  name: (a, b) => BY_NAME.compare(titleOf(a), titleOf(b)),
  owner: (a, b) => BY_NAME.compare(a.owner, b.owner),
  expiry: (a, b) => (a.expiry.at ?? Infinity) - (b.expiry.at ?? Infinity) || 0,
  used: (a, b) => (a.last ?? 0) - (b.last ?? 0),
  calls: (a, b) => (a.calls ?? 0) - (b.calls ?? 0),
};

function isShown({ name, description, owner, ops, indices, expiry }: CredentialRow, { q, access, state }: CredentialListState): boolean {
  const [reads, writes] = [ops.includes("read"), ops.includes("write")];
  if (access !== "" && (reads && writes ? "both" : reads ? "read" : "write") !== access) return false;
  if (state !== "" && (expiry.state === "expired") !== (state === "expired")) return false;
  return [name, description, owner, ...indices].join("\n").toLowerCase().includes(q.toLowerCase());
}

/** A page of the credentials that match, with who used them. Throws BackendError. */
export async function loadCredentials(scope: Scope, state: CredentialListState) {
  const [listed, usage] = await Promise.all([listCredentials(scope, scope.app), readUsage(scope)]);
  const preferred = preferredOf(listed)?.name;
  const rows = listed.map((one): CredentialRow => {
    const { name, description, owner, ops, indices } = one;
    const use = usage.ok ? usage.of(name) : { calls: null, last: null };
    return { name, description, owner, ops, indices, expiry: expiryOf(one), preferred: name === preferred, ...use };
  });
  const direction = state.sort.order === "asc" ? 1 : -1;
  const compare = orders[state.sort.by];
  const sorted = rows.filter((row) => isShown(row, state)).sort((a, b) => direction * compare(a, b) || orders.name(a, b));
  return { ...pageOf(sorted, state), all: listed.length, usageMissing: usage.ok ? null : usage.why };
}

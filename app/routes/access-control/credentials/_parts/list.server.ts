import { byNumber, byText, listOf } from "~/lib/values/list-of";
import { type Credential, expiresAt, listCredentials } from "~/services/access-control/credentials/read.server";
import { preferredOf } from "~/services/access-control/credentials/preferred";
import { readUsage } from "~/services/access-control/credentials/usage.server";
import { listLinks } from "~/services/analytics/shared-links/store.server";
import type { Scope } from "~/session/scope.server";
import type { CredentialListState } from "./addresses";

const SOON_MS = 14 * 86_400_000;

export type Expiry = { at: number | null; state: "never" | "later" | "soon" | "expired" };

/** A credential as a row: without its password. Calls and last use are null where nobody tells them. */
export type CredentialRow = Pick<Credential, "name" | "description" | "owner" | "ops" | "indices"> & {
  expiry: Expiry;
  preferred: boolean;
  /** A shared link reads with it: no application does. */ ofLink: boolean;
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

const byName = byText<CredentialRow>(({ name, description }) => description || name);

/** The credentials with which shared links of this console read. */
const linkCredentials = ({ context, session }: Scope) =>
  listLinks(context.config, { server: session.url }).map(({ credential }) => credential);

/** A page of the credentials that match, with who used them. Throws BackendError. */
export async function loadCredentials(scope: Scope, state: CredentialListState) {
  const [all, usage] = await Promise.all([listCredentials(scope, scope.app), readUsage(scope)]);
  const ofLinks = new Set(linkCredentials(scope));
  const preferred = preferredOf(all.filter(({ name }) => !ofLinks.has(name)))?.name;
  const rows = all.map((one): CredentialRow => {
    const { name, description, owner, ops, indices } = one;
    const use = usage.ok ? usage.of(name) : { calls: null, last: null };
    const marks = { preferred: name === preferred, ofLink: ofLinks.has(name) };
    return { name, description, owner, ops, indices, expiry: expiryOf(one), ...marks, ...use };
  });
  const list = listOf(rows, state, {
    text: ({ name, description, owner, indices }) => [name, description, owner, ...indices],
    orders: {
      name: (a, b) => Number(a.ofLink) - Number(b.ofLink) || byName(a, b),
      owner: byText(({ owner }) => owner),
      expiry: byNumber(({ expiry }) => expiry.at, Infinity),
      used: byNumber(({ last }) => last),
      calls: byNumber(({ calls }) => calls),
    },
    facets: {
      use: ({ ofLink }, wanted) => ofLink === (wanted === "links"),
      access: ({ ops }, access) => accessOf(ops) === access,
      state: ({ expiry }, wanted) => (expiry.state === "expired") === (wanted === "expired"),
    },
  });
  return { ...list, usageMissing: usage.ok ? null : usage.why };
}

import { createHash } from "node:crypto";
import { clientAddress } from "@backend/gateway/platform/access/sources";
import { type Caller, callerName, isAdmin } from "@backend/gateway/platform/auth/types";
import { network } from "@backend/gateway/platform/auth/wrong-passwords";
import type { SignedContext } from "@backend/gateway/platform/http/types";

// A page gives its credential to everybody who opens it, and a visitor's name is what the page says it is. So what a
// visitor did belongs to the name and to where it was recorded from: the credential, and the address. Of that, nothing
// is told to who sends the name alone.

/** Where a call comes from: which credential, or which user, and by which address; `key` stands for it in records. */
export type Origin = {
  key: string;
  /** The address by which records of before are known, which have no key. */
  address: string;
  /** May see what any visitor did: the figures of analytics are for him. */
  seesAll: boolean;
  /** May add to what any visitor did, and remove it. */
  isAdmin: boolean;
};
/** What a record keeps of its origin. */
export type Owned = { recorded_by?: string | undefined; user_id?: string | undefined; ip?: string | undefined };
/** Who stands behind a call, as far as ownership goes. */
export type Owner = { userId: string; isNamed: boolean; origin: Origin };

// Who counts proxies believes what these add; otherwise a header is believed from those alone that the operator trusts.
function provenAddress({ caller, headers, socketAddress, provenAddress: proven }: SignedContext): string {
  const depth = caller.kind === "user" ? caller.user.sources_xff_value : caller.credential.sources_xff_value;
  return depth !== null && depth > 0 ? clientAddress({ headers, socketAddress, depth }) : proven;
}

// Links that are shared and reports by mail read with credentials that are bound to whoever made them: they show what
// he may see.
function seesAll(caller: Caller): boolean {
  if (isAdmin(caller)) return true;
  const { categories } = caller.kind === "user" ? caller.user : caller.credential;
  return categories.includes("analytics") && (caller.kind === "user" || caller.credential.bound_to_creator === true);
}

/**
 * Where a call comes from. A user is who he is wherever he calls from; a credential is in many hands, which their
 * address tells apart (of IPv6 a /64).
 */
export function originOf(context: SignedContext): Origin {
  const { caller } = context;
  const address = provenAddress(context);
  const parts = [caller.kind, callerName(caller), caller.kind === "user" ? "" : network(address)];
  const key = createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 27);
  return { key, address, seesAll: seesAll(caller), isAdmin: isAdmin(caller) };
}

/**
 * Under which key the session and the visit of a visitor are kept, so that nobody goes on in another one's by his name.
 */
export function ownerKey({ userId, origin }: Pick<Owner, "userId"> & { origin: Pick<Origin, "key"> }): string {
  return JSON.stringify([origin.key, userId]);
}

/**
 * Whether what a record tells was done from where a call comes from, and by the visitor that it names, if it names one.
 * What is not written yet is anybody's.
 */
export function isOf(record: Owned, { userId, isNamed, origin }: Owner): boolean {
  const isNew = record.recorded_by === undefined && record.ip === undefined && record.user_id === undefined;
  if (origin.isAdmin || isNew) return true;
  const { recorded_by: by, ip, user_id: user } = record;
  const isSame = by === undefined ? network(ip ?? user ?? "") === network(origin.address) : by === origin.key;
  // Who has no name yet may get one.
  const isOther = isNamed && user !== undefined && user !== userId && user !== ip;
  return isSame && !isOther;
}

/** Whether something that is kept for a visitor is his who calls. */
export function isKeptBy(item: Owned, owner: Owner): boolean {
  return owner.origin.isAdmin || (item.user_id === owner.userId && isOf(item, owner));
}

/** The clauses of records that were made from where a call comes from; none for who may see them all. */
export function originClauses({ key, address, seesAll: all }: Origin): object[] {
  if (all) return [];
  const told = [{ term: { ip: address } }, { term: { user_id: address } }];
  const before = { bool: { must_not: [{ exists: { field: "recorded_by" } }], should: told, minimum_should_match: 1 } };
  return [{ bool: { should: [{ term: { recorded_by: key } }, before], minimum_should_match: 1 } }];
}

import { randomBytes, randomUUID } from "node:crypto";
import { type Acl, aclsOf, CATEGORIES, type Category, OPS } from "@common/access-control/categories";
import { requirePatterns, requireReferers } from "@backend/gateway/platform/access/pattern-syntax";
import { requireCidr } from "@backend/gateway/platform/access/sources";
import { type Caller } from "@backend/gateway/platform/auth/types";
import { defaultAcls, defaultSources } from "@backend/gateway/platform/grants/defaults";
import {
  HIDDEN_PASSWORD,
  hasAll,
  requireHasAll,
  requireMayChange,
  requireMayGive,
} from "@backend/gateway/platform/grants/grants";
import { rightsOfCredential } from "@backend/gateway/platform/grants/rights";
import { badRequest, notFound, unauthorized } from "@backend/gateway/platform/http/errors";
import { timestamp } from "@backend/gateway/platform/store/timestamp";
import type { User } from "@backend/gateway/platform/auth/user";
import {
  isExpired,
  mergedConfig,
  type Credential,
  type CredentialBody,
  previousPassword,
  withDefaultLimits,
} from "@backend/gateway/platform/auth/credential";
import type { CredentialStore } from "./store";

const DEFAULT_CATEGORIES = ["docs", "search", "indices"] as const satisfies Category[];
const FIXED_FIELDS = ["username", "password", "creator", "created_at"] as const;

/** The 404 of a credential that is not there. */
export function credentialNotFound(username: string): Error {
  return notFound(`permission with "username"="${username}" not found`);
}

/**
 * A credential as it is answered: with `expired`, worked out now, and its password only to whom it would bring nothing
 * that he has not.
 */
export function answered(credential: Credential, caller: Caller): Credential & { expired: boolean } {
  const isSeen = isOwn(credential, caller) || hasAll(caller, rightsOfCredential(credential));
  const { previous_password: _, previous_until: until, ...shown } = credential;
  const previous = previousPassword(credential) === null ? {} : { previous_until: until };
  return { ...shown, ...previous, ...(isSeen ? {} : { password: HIDDEN_PASSWORD }), expired: isExpired(credential) };
}

function isOwn(credential: Credential, caller: Caller): boolean {
  return caller.kind === "credential" && caller.credential.username === credential.username;
}

/** A credential as it is answered when it is made: never expired yet, however short its time is [recorded]. */
export function created(credential: Credential): Credential & { expired: boolean } {
  return { ...credential, expired: false };
}

/** The user behind a call; credentials may not manage credentials. */
export function requireUser(caller: Caller): User {
  if (caller.kind === "user") return caller.user;
  throw notFound("an error occurred while fetching the user details");
}

function requireAclsWithin(acls: readonly Acl[], categories: readonly Category[]): void {
  const allowed = aclsOf(categories);
  const outside = acls.find((acl) => !allowed.includes(acl));
  if (outside) throw badRequest(`permission doesn't have category to access "${outside}" acl`);
}

async function requireFreeRole(credentials: CredentialStore, role: string): Promise<void> {
  if (role !== "" && (await credentials.byRole(role))) throw badRequest(`permission with role=${role} already exists`);
}

/**
 * Makes a credential with a name and a password of its own; what is not given is filled in by who makes it. Throws 400
 * and 401.
 */
export async function createCredential({
  credentials,
  caller,
  body,
  role,
}: {
  credentials: CredentialStore;
  caller: Caller;
  body: CredentialBody;
  role?: string;
}): Promise<Credential> {
  if (caller.kind !== "user") throw unauthorized("only a user can create permissions");
  const creator = caller.user;
  const indices = body.indices ?? (creator.is_admin ? ["*"] : []);
  // The categories that nobody named open nothing as long as there is no index, so that everybody may make this
  // credential [recorded].
  const opensNothing = !body.categories && indices.length === 0;
  const categories =
    body.categories ??
    (creator.is_admin
      ? [...CATEGORIES]
      : DEFAULT_CATEGORIES.filter((category) => opensNothing || creator.categories.includes(category)));
  requireAclsWithin(body.acls ?? [], categories);
  requireCidr(body.sources ?? []);
  requireReferers(body.referers ?? []);
  requirePatterns(body.indices ?? []);
  const wantedRole = body.role ?? role ?? "";
  await requireFreeRole(credentials, wantedRole);
  const now = timestamp();
  const from = defaultSources(caller);
  const credential: Credential = {
    username: randomBytes(6).toString("hex"),
    password: randomUUID(),
    owner: body.owner || creator.username,
    creator: creator.username,
    role: wantedRole,
    categories,
    acls: body.acls ?? (opensNothing ? aclsOf(categories) : defaultAcls({ categories, giver: caller })),
    ops: body.ops ?? (creator.is_admin ? [...OPS] : ["read"]),
    indices,
    sources: body.sources ?? from.sources,
    sources_xff_value: body.sources_xff_value ?? from.sources_xff_value,
    referers: body.referers ?? ["*"],
    created_at: now,
    ttl: body.ttl || -1,
    limits: withDefaultLimits({ sent: body.limits ?? {}, base: creator.is_admin ? 30 : 10 }),
    description: body.description ?? "",
    include_fields: body.include_fields ?? null,
    exclude_fields: body.exclude_fields ?? null,
    ...(body.search_include_fields_only ? { search_include_fields_only: true } : {}),
    ...mergedConfig(undefined, body.reactivesearchConfig),
    ...(body.bound_to_creator ? { bound_to_creator: true } : {}),
    updated_at: now,
  };
  requireMayGive(caller, rightsOfCredential(opensNothing ? { ...credential, categories: [], acls: [] } : credential));
  await credentials.put(credential);
  return credential;
}

/** Changes some fields of a credential; a change is checked like a new one. Throws 400, 401 and 404. */
export async function patchCredential({
  credentials,
  caller,
  username,
  body,
}: {
  credentials: CredentialStore;
  caller: Caller;
  username: string;
  body: CredentialBody;
}): Promise<void> {
  const fixed = FIXED_FIELDS.find((field) => body[field]);
  if (fixed) throw badRequest(`cannot patch field "${fixed}" in permission`);
  requireCidr(body.sources ?? []);
  requireReferers(body.referers ?? []);
  const existing = await credentials.get(username);
  if (!existing) throw credentialNotFound(username);
  const categories = body.categories ?? existing.categories;
  if (body.acls) requireAclsWithin(body.acls, categories);
  if (body.role) await requireFreeRole(credentials, body.role);
  const only = body.search_include_fields_only ?? existing.search_include_fields_only;
  const credential: Credential = {
    ...existing,
    owner: body.owner || existing.owner,
    role: body.role === undefined ? existing.role : (body.role ?? ""),
    categories,
    acls:
      body.acls ??
      (body.categories ? defaultAcls({ categories, giver: caller, existing: existing.acls }) : existing.acls),
    ops: body.ops ?? existing.ops,
    indices: body.indices ?? existing.indices,
    sources: body.sources ?? existing.sources,
    sources_xff_value: body.sources_xff_value === undefined ? existing.sources_xff_value : body.sources_xff_value,
    referers: body.referers ?? existing.referers,
    ttl: body.ttl || existing.ttl,
    limits: mergedLimits(existing.limits, body.limits ?? {}),
    description: body.description ?? existing.description,
    include_fields: body.include_fields === undefined ? existing.include_fields : body.include_fields,
    exclude_fields: body.exclude_fields === undefined ? existing.exclude_fields : body.exclude_fields,
    // Off is written only over what was on.
    ...(only || existing.search_include_fields_only ? { search_include_fields_only: only } : {}),
    ...mergedConfig(existing.reactivesearchConfig, body.reactivesearchConfig),
    updated_at: timestamp(),
  };
  requireMayChange(caller, { from: rightsOfCredential(existing), to: rightsOfCredential(credential) });
  // Tokens with that role carry all of it from now on, or those of the role before no longer do.
  if (credential.role !== existing.role)
    [existing, credential].forEach((one) => requireHasAll(caller, rightsOfCredential(one)));
  await credentials.change({ from: existing, to: credential });
}

/** Removes a credential. Throws 401 and 404. */
export async function deleteCredential({
  credentials,
  caller,
  username,
}: {
  credentials: CredentialStore;
  caller: Caller;
  username: string;
}): Promise<void> {
  const existing = await credentials.get(username);
  if (existing) requireHasAll(caller, rightsOfCredential(existing));
  if (!(await credentials.remove(username))) throw credentialNotFound(username);
}

// 0 means "leave it", and only known limits are kept.
function mergedLimits(existing: Record<string, number>, sent: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(existing).map(([key, limit]) => [key, sent[key] || limit]));
}

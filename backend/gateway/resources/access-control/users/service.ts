import {
  type Acl,
  aclsOf,
  type AllowedAction,
  ALLOWED_ACTIONS,
  type Category,
  categoriesOfUser,
} from "@common/access-control/categories";
import { requirePatterns } from "@backend/gateway/platform/access/pattern-syntax";
import { requireCidr } from "@backend/gateway/platform/access/sources";
import { hashPassword } from "@backend/gateway/platform/auth/passwords";
import { type Caller, isAdmin } from "@backend/gateway/platform/auth/types";
import { defaultAcls, defaultSources } from "@backend/gateway/platform/grants/defaults";
import {
  HIDDEN_PASSWORD,
  hasAll,
  requireHasAll,
  requireMayChange,
  requireMayGive,
} from "@backend/gateway/platform/grants/grants";
import { rightsOfCredential, rightsOfUser } from "@backend/gateway/platform/grants/rights";
import { badRequest, unauthorized, userNotFound } from "@backend/gateway/platform/http/errors";
import { isSegment } from "@backend/gateway/platform/http/paths";
import type { CredentialStore } from "../credentials/store";
import { timestamp } from "@backend/gateway/platform/store/timestamp";
import type { User, UserBody } from "@backend/gateway/platform/auth/user";
import type { UserStore } from "./store";

// A name that no path can hold could be neither changed nor removed, one with a colon not signed in.
function requireName(username: string, prefix: string): void {
  if (Buffer.byteLength(username) > 512) throw badRequest(`${prefix}"username" is longer than 512 bytes`);
  if (!isSegment(username) || /[\p{Cc}:]/u.test(username))
    throw badRequest(`${prefix}"username" must not hold control characters, a colon or steps up`);
}

function requireAclsWithin(acls: readonly Acl[], categories: readonly Category[], prefix: string): void {
  const allowed = aclsOf(categories);
  const outside = acls.find((acl) => !allowed.includes(acl));
  if (outside) throw badRequest(`${prefix}user doesn't have category to access "${outside}" acl`);
}

// Better than the real server, where whoever manages users can make himself an admin.
function requireAdminForAdmins({
  caller,
  existing,
  body,
}: {
  caller: Caller;
  existing: User | null;
  body: UserBody;
}): void {
  if (isAdmin(caller)) return;
  if (caller.kind !== "user") throw unauthorized("an error occurred while validating user admin");
  if (body.is_admin) throw unauthorized("only an admin can give admin rights");
  if (existing?.is_admin) throw unauthorized("only an admin can change an admin");
}

/** The record of the environment's admin or of another admin: every action, every index. */
export async function adminUser({ username, password }: { username: string; password: string }): Promise<User> {
  return { ...buildUser({ body: { is_admin: true }, username, caller: null }), password: await hashPassword(password) };
}

// All but the password, which is hashed once the rest may be.
function buildUser({
  body,
  username,
  caller,
}: {
  body: UserBody;
  username: string;
  caller: Caller | null;
}): Omit<User, "password"> {
  const isAdminUser = body.is_admin ?? false;
  const actions: readonly AllowedAction[] = isAdminUser ? ALLOWED_ACTIONS : (body.allowed_actions ?? []);
  const categories = categoriesOfUser({ isAdmin: isAdminUser, actions });
  const now = timestamp();
  const from = defaultSources(caller);
  return {
    username,
    password_hash_type: "bcrypt",
    is_admin: isAdminUser,
    categories,
    allowed_actions: [...actions],
    acls: body.acls ?? defaultAcls({ categories, giver: caller }),
    email: body.email ?? "",
    indices: body.indices ?? (isAdminUser ? ["*"] : []),
    created_at: now,
    updated_at: now,
    sources: body.sources ?? from.sources,
    sources_xff_value: body.sources_xff_value ?? from.sources_xff_value,
  };
}

/**
 * A user as he is shown to a caller: the hash of a password only to whom the password would bring nothing that he has
 * not.
 */
export function shownTo(caller: Caller, user: User): User {
  const isOwn = caller.kind === "user" && caller.user.username === user.username;
  const isSeen = isOwn || (!user.is_admin && hasAll(caller, rightsOfUser(user))) || isAdmin(caller);
  return isSeen ? user : { ...user, password: HIDDEN_PASSWORD };
}

// Whoever may manage admins must not lock everybody out, himself included; two who remove each other at the same time
// neither.
async function keepingAnAdmin<Value>({
  users,
  existing,
  change,
}: {
  users: UserStore;
  existing: User;
  change: () => Promise<Value>;
}): Promise<Value> {
  return users.alone(async () => {
    const others = (await users.list()).filter(({ is_admin, username }) => is_admin && username !== existing.username);
    if (others.length === 0)
      throw badRequest(`user with "username"="${existing.username}" is the only admin: make another one first`);
    return change();
  });
}

async function write({
  users,
  existing,
  user,
  put,
}: {
  users: UserStore;
  existing: User | null;
  user: User;
  put: () => Promise<void>;
}): Promise<void> {
  if (!existing?.is_admin || user.is_admin) return put();
  return keepingAnAdmin({ users, existing, change: put });
}

type Stores = { users: UserStore; credentials: Pick<CredentialStore, "get"> };

// Who takes the place of somebody ends what that one may do: a user of the same name, and a credential, for a name in
// both stores signs in neither.
async function requireMayReplace({
  users,
  credentials,
  caller,
  username,
}: Stores & { caller: Caller; username: string }): Promise<void> {
  const [user, credential] = await Promise.all([users.get(username), credentials.get(username)]);
  if (user) requireHasAll(caller, rightsOfUser(user));
  if (credential) requireHasAll(caller, rightsOfCredential(credential));
}

/**
 * Makes a user, or silently takes the place of one with that name, as the real server does. Throws 400 and 401 with its
 * sentences.
 */
export async function createUser({
  users,
  credentials,
  caller,
  body,
}: Stores & { caller: Caller; body: UserBody }): Promise<User> {
  if (!body.username) throw badRequest(`can't create a user without a "username"`);
  if (!body.password) throw badRequest(`user "password" shouldn't be empty`);
  const existing = await users.get(body.username);
  requireAdminForAdmins({ caller, existing, body });
  const actions = body.allowed_actions ?? [];
  if (!body.is_admin && actions.length === 0)
    throw badRequest(`user "allowed_actions" shouldn't be empty for non-admin users`);
  const prefix = "an error occurred while creating user: ";
  requireName(body.username, prefix);
  requirePatterns(body.indices ?? [], prefix);
  requireCidr(body.sources ?? [], prefix);
  requireAclsWithin(body.acls ?? [], categoriesOfUser({ isAdmin: body.is_admin ?? false, actions }), prefix);
  const built = { ...buildUser({ body, username: body.username, caller }), password: "" };
  requireMayGive(caller, rightsOfUser(built));
  await requireMayReplace({ users, credentials, caller, username: body.username });
  const user = { ...built, password: await hashPassword(body.password) };
  await write({ users, existing, user, put: () => users.put(user) });
  return user;
}

/**
 * Changes some fields of a user; the fields of a change are checked like those of a new user. Throws 400, 401 and 404.
 */
export async function patchUser({
  users,
  caller,
  username,
  body,
}: {
  users: UserStore;
  caller: Caller;
  username: string;
  body: UserBody;
}): Promise<void> {
  const existing = await users.get(username);
  if (body.created_at) throw badRequest(`cannot patch field "created_at" in user`);
  if (body.username && body.username !== username) throw badRequest(`cannot patch field "username" in user`);
  requireCidr(body.sources ?? []);
  if (!existing) throw userNotFound(username);
  requireAdminForAdmins({ caller, existing, body });
  const user = merged({ existing, body, caller });
  requireMayChange(caller, { from: rightsOfUser(existing), to: rightsOfUser(user) });
  if (body.password) requireHasAll(caller, rightsOfUser(user));
  const to = body.password
    ? { ...user, password: await hashPassword(body.password), password_hash_type: "bcrypt" }
    : user;
  await write({ users, existing, user: to, put: () => users.change({ from: existing, to }) });
}

function merged({ existing, body, caller }: { existing: User; body: UserBody; caller: Caller }): User {
  const isAdminUser = body.is_admin ?? existing.is_admin;
  const rightsChange = body.is_admin != null || body.allowed_actions != null;
  const actions = isAdminUser ? ALLOWED_ACTIONS : (body.allowed_actions ?? existing.allowed_actions ?? []);
  if (!isAdminUser && rightsChange && actions.length === 0)
    throw badRequest(`user "allowed_actions" shouldn't be empty for non-admin users`);
  const categories = rightsChange ? categoriesOfUser({ isAdmin: isAdminUser, actions }) : existing.categories;
  requireAclsWithin(body.acls ?? [], categories, "");
  return {
    ...existing,
    is_admin: isAdminUser,
    categories,
    allowed_actions: [...actions],
    acls:
      body.acls ?? (rightsChange ? defaultAcls({ categories, giver: caller, existing: existing.acls }) : existing.acls),
    email: body.email ?? existing.email,
    // Not all indices for a user who becomes an admin: he may use them all anyway, and no longer once he is none
    // [server].
    indices: body.indices ?? existing.indices,
    sources: body.sources ?? existing.sources,
    sources_xff_value: body.sources_xff_value ?? existing.sources_xff_value,
    updated_at: timestamp(),
  };
}

/** Removes a user. Throws 400, 401 and 404. */
export async function deleteUser({
  users,
  caller,
  username,
}: {
  users: UserStore;
  caller: Caller;
  username: string;
}): Promise<void> {
  const existing = await users.get(username);
  if (!existing) throw userNotFound(username);
  requireAdminForAdmins({ caller, existing, body: {} });
  if (!existing.is_admin) {
    requireHasAll(caller, rightsOfUser(existing));
    await users.remove(username);
    return;
  }
  await keepingAnAdmin({ users, existing, change: () => users.remove(username) });
}

import { type AllowedAction, ALLOWED_ACTIONS, type Acl, aclsOf, type Category, categoriesOfUser } from "../access/categories";
import { requirePatterns } from "../access/pattern-syntax";
import { requireCidr } from "../access/sources";
import { hashPassword } from "../auth/passwords";
import { type Caller, isAdmin } from "../auth/types";
import { badRequest, notFound, unauthorized } from "../http/errors";
import { timestamp } from "../store/timestamp";
import type { User, UserBody } from "./schema";
import type { UserStore } from "./store";

const OPEN_SOURCES = ["0.0.0.0/0"];

/** The 404 of a user who is not there. */
export function userNotFound(username: string): Error {
  return notFound(`user with "username"="${username}" not found`);
}

function requireAclsWithin(acls: readonly Acl[], categories: readonly Category[], prefix: string): void {
  const allowed = aclsOf(categories);
  const outside = acls.find((acl) => !allowed.includes(acl));
  if (outside) throw badRequest(`${prefix}user doesn't have category to access "${outside}" acl`);
}

// Better than the real server, where whoever manages users can make himself an admin.
function requireMayChange({ caller, existing, body }: { caller: Caller; existing: User | null; body: UserBody }): void {
  if (isAdmin(caller)) return;
  if (caller.kind !== "user") throw unauthorized("an error occurred while validating user admin");
  if (body.is_admin) throw unauthorized("only an admin can give admin rights");
  if (existing?.is_admin) throw unauthorized("only an admin can change an admin");
}

/** The record of the environment's admin or of another admin: every action, every index. */
export async function adminUser({ username, password }: { username: string; password: string }): Promise<User> {
  return buildUser({ body: { username, password, is_admin: true }, username, password });
}

async function buildUser({ body, username, password }: { body: UserBody; username: string; password: string }): Promise<User> {
  const isAdminUser = body.is_admin ?? false;
  const actions: readonly AllowedAction[] = isAdminUser ? ALLOWED_ACTIONS : (body.allowed_actions ?? []);
  const categories = categoriesOfUser({ isAdmin: isAdminUser, actions });
  const now = timestamp();
  return {
    username,
    password: await hashPassword(password),
    password_hash_type: "bcrypt",
    is_admin: isAdminUser,
    categories,
    allowed_actions: [...actions],
    acls: body.acls ?? aclsOf(categories),
    email: body.email ?? "",
    indices: body.indices ?? (isAdminUser ? ["*"] : []),
    created_at: now,
    updated_at: now,
    sources: body.sources ?? OPEN_SOURCES,
    sources_xff_value: body.sources_xff_value ?? null,
  };
}

// Whoever may manage admins must not lock everybody out, himself included.
async function requireAnotherAdmin(users: UserStore, existing: User | null): Promise<void> {
  if (!existing?.is_admin) return;
  const others = (await users.list()).filter(({ is_admin, username }) => is_admin && username !== existing.username);
  if (others.length === 0) throw badRequest(`user with "username"="${existing.username}" is the only admin: make another one first`);
}

/** Makes a user, or silently takes the place of one with that name, as the real server does. Throws 400 and 401 with its sentences. */
export async function createUser({ users, caller, body }: { users: UserStore; caller: Caller; body: UserBody }): Promise<User> {
  if (!body.username) throw badRequest(`can't create a user without a "username"`);
  if (!body.password) throw badRequest(`user "password" shouldn't be empty`);
  requireMayChange({ caller, existing: await users.get(body.username), body });
  const actions = body.allowed_actions ?? [];
  if (!body.is_admin && actions.length === 0) throw badRequest(`user "allowed_actions" shouldn't be empty for non-admin users`);
  const prefix = "an error occurred while creating user: ";
  if (Buffer.byteLength(body.username) > 512) throw badRequest(`${prefix}"username" is longer than 512 bytes`);
  requirePatterns(body.indices ?? [], prefix);
  requireCidr(body.sources ?? [], prefix);
  requireAclsWithin(body.acls ?? [], categoriesOfUser({ isAdmin: body.is_admin ?? false, actions }), prefix);
  if (!body.is_admin) await requireAnotherAdmin(users, await users.get(body.username));
  const user = await buildUser({ body, username: body.username, password: body.password });
  await users.put(user);
  return user;
}

/** Changes some fields of a user; the fields of a change are checked like those of a new user. Throws 400, 401 and 404. */
export async function patchUser({ users, caller, username, body }: { users: UserStore; caller: Caller; username: string; body: UserBody }): Promise<void> {
  const existing = await users.get(username);
  if (body.created_at) throw badRequest(`cannot patch field "created_at" in user`);
  if (body.username && body.username !== username) throw badRequest(`cannot patch field "username" in user`);
  requireCidr(body.sources ?? []);
  if (!existing) throw userNotFound(username);
  requireMayChange({ caller, existing, body });
  if (body.is_admin === false) await requireAnotherAdmin(users, existing);
  await users.change({ from: existing, to: await merged(existing, body) });
}

async function merged(existing: User, body: UserBody): Promise<User> {
  const isAdminUser = body.is_admin ?? existing.is_admin;
  const rightsChange = body.is_admin != null || body.allowed_actions != null;
  const actions = isAdminUser ? ALLOWED_ACTIONS : (body.allowed_actions ?? existing.allowed_actions ?? []);
  if (!isAdminUser && rightsChange && actions.length === 0) throw badRequest(`user "allowed_actions" shouldn't be empty for non-admin users`);
  const categories = rightsChange ? categoriesOfUser({ isAdmin: isAdminUser, actions }) : existing.categories;
  requireAclsWithin(body.acls ?? [], categories, "");
  return {
    ...existing,
    password: body.password ? await hashPassword(body.password) : existing.password,
    password_hash_type: body.password ? "bcrypt" : existing.password_hash_type,
    is_admin: isAdminUser,
    categories,
    allowed_actions: [...actions],
    acls: body.acls ?? (rightsChange ? aclsOf(categories) : existing.acls),
    email: body.email ?? existing.email,
    // Not all indices for a user who becomes an admin: he may use them all anyway, and no longer once he is none [server].
    indices: body.indices ?? existing.indices,
    sources: body.sources ?? existing.sources,
    sources_xff_value: body.sources_xff_value ?? existing.sources_xff_value,
    updated_at: timestamp(),
  };
}

/** Removes a user. Throws 401 and 404. */
export async function deleteUser({ users, caller, username }: { users: UserStore; caller: Caller; username: string }): Promise<void> {
  const existing = await users.get(username);
  if (!existing) throw userNotFound(username);
  requireMayChange({ caller, existing, body: {} });
  await requireAnotherAdmin(users, existing);
  await users.remove(username);
}

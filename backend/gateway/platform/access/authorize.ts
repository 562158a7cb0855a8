import type { Caller } from "../auth/types";
import { HttpError, unauthorized } from "../http/errors";
import type { Access, Context } from "../http/types";
import { isExpired, type Credential } from "../auth/credential";
import { type Category, opOfMethod } from "@common/access-control/categories";
import { fieldRights } from "./field-rights";
import { checkClusterLevel, checkIndices, mayUseAllIndices } from "./indices";
import type { RateLimits } from "./rate-limits";
import { checkReferer } from "./referers";
import { callerAddress, checkSources } from "./sources";

const LISTED_BY_SEARCH: ReadonlyMap<string, Category> = new Map([[".synonyms", "synonyms"]]);

type Restricted = Exclude<Access, { kind: "open" } | { kind: "signed-in" }>;

// What a caller names a stream is asked for under that category.
function accessOf(access: Restricted, context: Context): Restricted {
  const isStream =
    access.kind === "search" && access.mayBeStream === true && context.headers["x-request-category"] === "streams";
  return isStream ? { ...access, category: "streams" } : access;
}

// Credentials and, on search routes, users are asked for the category while they sign in, before everything else
// [recorded].
function checkCategoryAtSignIn(caller: Caller, access: Restricted): void {
  if (caller.kind === "credential") {
    if (caller.credential.categories.includes(access.category)) return;
    throw unauthorized(`credential is not allowed to access ${access.category}`);
  }
  if (access.kind !== "search" || access.category === "streams" || caller.user.is_admin) return;
  if (!caller.user.categories.includes(access.category)) throw unauthorized("user not allowed to access elasticsearch");
}

function checkUserCategory(caller: Caller, access: Restricted): void {
  if (
    caller.kind !== "user" ||
    caller.user.is_admin ||
    (access.kind === "server" ? access.skipUserCategory : access.category !== "streams")
  )
    return;
  if (!caller.user.categories.includes(access.category))
    throw unauthorized(`credential can't access "${access.category}" category`);
}

// Clients list some records by a search of the index that they are kept in: for who may read them all, by the calls for
// them too. A search tells whole records: whose fields are limited may not be told all of them.
function isListOfRecords(caller: Caller, access: Restricted, indices: readonly string[]): boolean {
  const [index = "", ...others] = indices;
  const category = LISTED_BY_SEARCH.get(index);
  if (category === undefined || others.length > 0 || access.category !== "reactivesearch") return false;
  const { categories } = caller.kind === "user" ? caller.user : caller.credential;
  return categories.includes(category) && mayUseAllIndices(caller) && fieldRights(caller) === null;
}

// Some acls belong to several categories, so that of the route is asked for too where the call was named a stream.
function checkAcl(caller: Caller, route: Restricted): void {
  if (route.kind !== "search" || !route.acl) return;
  const { acls, categories } = caller.kind === "user" ? caller.user : caller.credential;
  if (caller.kind === "user" && caller.user.is_admin) return;
  const { acl } = route;
  if (!acls.includes(acl) || !categories.includes(route.category))
    throw unauthorized(`credentials cannot access "${acl}" acl`);
}

function checkCredential(credential: Credential, access: Restricted, method: string): void {
  const op = access.op ?? opOfMethod(method);
  if (!credential.ops.includes(op)) throw unauthorized(`credential cannot perform "${op}" operation`);
  requireUnexpired(credential);
}

function requireUnexpired(credential: Credential): void {
  if (isExpired(credential)) throw unauthorized(`permission with username=${credential.username} is expired`);
}

/**
 * Refuses a call that its caller may not make, in the order of the real server: category at sign-in, rate limits (429),
 * sources, referers, indices, category of users on server routes, acl, operation, expiry.
 */
export async function authorize({
  caller,
  access: route,
  context,
  rateLimits,
}: {
  caller: Caller;
  access: Restricted;
  context: Context;
  rateLimits: RateLimits;
}): Promise<void> {
  const access = accessOf(route, context);
  checkCategoryAtSignIn(caller, access);
  await checkOrigin({ caller, category: access.category, context, rateLimits });
  if (access.kind === "search" || access.indices === "path") {
    if (context.indices.length === 0) checkClusterLevel(caller);
    else if (!isListOfRecords(caller, access, context.indices)) checkIndices(caller, context.indices);
  }
  checkUserCategory(caller, access);
  checkAcl(caller, route);
  if (caller.kind === "credential") checkCredential(caller.credential, access, context.method);
}

/**
 * Refuses a call for which signing in is enough: beyond the limits of a credential, from where the caller may not come,
 * or of an expired credential.
 */
export async function authorizeSignedIn({
  caller,
  context,
  rateLimits,
}: {
  caller: Caller;
  context: Context;
  rateLimits: RateLimits;
}): Promise<void> {
  await checkOrigin({ caller, category: "cat", context, rateLimits });
  if (caller.kind === "credential") requireUnexpired(caller.credential);
}

async function checkOrigin({
  caller,
  category,
  context,
  rateLimits,
}: {
  caller: Caller;
  category: Category;
  context: Context;
  rateLimits: RateLimits;
}): Promise<void> {
  const address = callerAddress(caller, context);
  if (caller.kind === "credential" && !(await rateLimits({ credential: caller.credential, category, address }))) {
    throw new HttpError(429, "Rate limit exceeded");
  }
  checkSources({ caller, address });
  if (caller.kind === "credential") checkReferer(caller.credential, context.headers.referer ?? "");
}

import type { Caller } from "../auth/types";
import { HttpError, unauthorized } from "../http/errors";
import type { Access, Context } from "../http/types";
import { isExpired, type Permission } from "../permissions/schema";
import { opOfMethod } from "./categories";
import { checkClusterLevel, checkIndices } from "./indices";
import type { RateLimits } from "./rate-limits";
import { checkReferer } from "./referers";
import { checkSources, clientAddress } from "./sources";

type Restricted = Exclude<Access, { kind: "open" } | { kind: "signed-in" }>;

// Credentials and, on search routes, users are asked for the category while they sign in, before everything else [recorded].
function checkCategoryAtSignIn(caller: Caller, access: Restricted): void {
  if (caller.kind === "credential") {
    if (caller.permission.categories.includes(access.category)) return;
    throw unauthorized(`credential is not allowed to access ${access.category}`);
  }
  if (access.kind !== "search" || caller.user.is_admin) return;
  if (!caller.user.categories.includes(access.category)) throw unauthorized("user not allowed to access elasticsearch");
}

function checkUserCategory(caller: Caller, access: Restricted): void {
  if (caller.kind !== "user" || access.kind !== "server" || access.skipUserCategory || caller.user.is_admin) return;
  if (!caller.user.categories.includes(access.category)) throw unauthorized(`credential can't access "${access.category}" category`);
}

function checkAcl(caller: Caller, access: Restricted): void {
  if (access.kind !== "search" || !access.acl) return;
  const { acls } = caller.kind === "user" ? caller.user : caller.permission;
  if (caller.kind === "user" && caller.user.is_admin) return;
  if (!acls.includes(access.acl)) throw unauthorized(`credentials cannot access "${access.acl}" acl`);
}

function checkCredential(permission: Permission, access: Restricted, method: string): void {
  const op = access.op ?? opOfMethod(method);
  if (!permission.ops.includes(op)) throw unauthorized(`credential cannot perform "${op}" operation`);
  if (isExpired(permission)) throw unauthorized(`permission with username=${permission.username} is expired`);
}

/**
 * Refuses a call that its caller may not make, in the order of the real server: category at sign-in, rate limits (429), sources, referers, indices,
 * category of users on server routes, acl, operation, expiry.
 */
export async function authorize({ caller, access, context, rateLimits }: { caller: Caller; access: Restricted; context: Context; rateLimits: RateLimits }): Promise<void> {
  checkCategoryAtSignIn(caller, access);
  const record = caller.kind === "user" ? caller.user : caller.permission;
  const address = clientAddress({ headers: context.headers, socketAddress: context.socketAddress, depth: record.sources_xff_value });
  if (caller.kind === "credential" && !(await rateLimits({ permission: caller.permission, category: access.category, address }))) {
    throw new HttpError(429, "Rate limit exceeded");
  }
  checkSources({ caller, address });
  if (caller.kind === "credential") checkReferer(caller.permission, context.headers.referer ?? "");
  if (access.kind === "search" || access.indices === "path") {
    if (context.indices.length > 0) checkIndices(caller, context.indices);
    else checkClusterLevel(caller);
  }
  checkUserCategory(caller, access);
  checkAcl(caller, access);
  if (caller.kind === "credential") checkCredential(caller.permission, access, context.method);
}

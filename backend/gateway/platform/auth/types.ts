import type { Credential } from "./credential";
import type { User } from "./user";

/** Who calls: a dashboard user, or an API credential (by name and password, or by the role of a token). */
export type Caller = { kind: "user"; user: User } | { kind: "credential"; credential: Credential };

/** The caller's name, for logs and owners. */
export function callerName(caller: Caller): string {
  return caller.kind === "user" ? caller.user.username : caller.credential.username;
}

/** True for an admin user; a credential never is one. */
export function isAdmin(caller: Caller): boolean {
  return caller.kind === "user" && caller.user.is_admin;
}

/** Index patterns the caller may use; an admin may use all. */
export function indexPatterns(caller: Caller): readonly string[] {
  if (caller.kind === "user") return caller.user.is_admin ? ["*"] : caller.user.indices;
  return caller.credential.indices;
}

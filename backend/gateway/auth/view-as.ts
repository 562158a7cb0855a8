import { opOfMethod } from "@common/categories";
import { HIDDEN_PASSWORD } from "../grants/grants";
import { badRequest, unauthorized } from "../http/errors";
import type { Access, Context } from "../http/types";
import { userNotFound } from "../users/service";
import type { User } from "../users/schema";
import type { UserStore } from "../users/store";
import { type Caller, isAdmin } from "./types";

/** Names the user that an admin wants to see this server as, encoded as a part of a path. */
export const VIEW_AS = "x-view-as";
/** Tells that it was done, for other servers pass the header over. */
export const VIEWED_AS = "X-Viewed-As";

/** For whom a call is answered: `allowed` is whose rights are asked for, from where the admin may come. */
type Viewer = { allowed: Caller; caller: Caller; headers: Record<string, string> };

function nameIn(header: string | string[]): string {
  try {
    return decodeURIComponent([header].flat().join(","));
  } catch {
    throw badRequest(`the header ${VIEW_AS} is not encoded as a part of a path`);
  }
}

function reads(access: Access, { method }: Pick<Context, "method">): boolean {
  const op = "op" in access ? access.op : undefined;
  return (op ?? opOfMethod(method)) === "read";
}

/**
 * Answers an admin's call as another user would be answered, without that one's password. It only reads: an admin may do what others may, but not in their
 * name. Throws 400, 401 and 404.
 */
export async function viewAs({
  users,
  caller,
  access,
  context,
}: {
  users: Pick<UserStore, "get">;
  caller: Caller;
  access: Access;
  context: Pick<Context, "headers" | "method">;
}): Promise<Viewer> {
  const header = context.headers[VIEW_AS];
  if (header === undefined) return { allowed: caller, caller, headers: {} };
  if (caller.kind !== "user" || !isAdmin(caller)) throw unauthorized("only an admin can view this server as another user");
  if (!reads(access, context)) throw unauthorized("viewing as another user only reads");
  const name = nameIn(header);
  const user = await users.get(name);
  if (!user) throw userNotFound(name);
  const seen: User = { ...user, password: HIDDEN_PASSWORD };
  const { sources, sources_xff_value } = caller.user;
  return {
    allowed: { kind: "user", user: { ...seen, sources, sources_xff_value } },
    caller: { kind: "user", user: seen },
    headers: { [VIEWED_AS]: encodeURIComponent(user.username) },
  };
}

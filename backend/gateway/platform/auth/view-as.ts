import { opOfMethod } from "@common/access-control/categories";
import { HIDDEN_PASSWORD } from "../grants/grants";
import { badRequest, unauthorized, userNotFound } from "../http/errors";
import type { Access, Context } from "../http/types";
import type { Accounts } from "./accounts";
import type { User } from "./user";
import { type Caller, isAdmin } from "./types";

/** Names the user that an admin wants to see this server as, encoded as a part of a path. */
export const VIEW_AS = "x-view-as";
/** Tells that it was done, for other servers pass the header over. */
export const VIEWED_AS = "X-Viewed-As";

/** For whom a call is answered; `viewer` is the admin who looks as the caller. */
type Viewed = { caller: Caller; viewer?: Caller; headers: Record<string, string> };

function nameIn(header: string | string[]): string {
  try {
    return decodeURIComponent([header].flat().join(","));
  } catch {
    throw badRequest(`the header ${VIEW_AS} is not encoded as a part of a path`);
  }
}

/**
 * Whether calls of a route leave the server as it is: the one rule of what may be done in the name of somebody else, or
 * by a call that another call makes. An open route, where nobody has a right, changes nothing.
 */
export function reads(access: Access, method: Context["method"]): boolean {
  if (access.kind === "open") return true;
  const op = "op" in access ? access.op : undefined;
  return (op ?? opOfMethod(method)) === "read";
}

/** Whose rights are asked for: the caller's, but from where the admin who looks as him may come. */
export function allowedAs({ caller, viewer }: { caller: Caller; viewer?: Caller | undefined }): Caller {
  if (viewer?.kind !== "user" || caller.kind !== "user") return caller;
  const { sources, sources_xff_value } = viewer.user;
  return { kind: "user", user: { ...caller.user, sources, sources_xff_value } };
}

/**
 * Answers an admin's call as another user would be answered, without that one's password. It only reads: an admin may
 * do what others may, but not in their name. Throws 400, 401 and 404.
 */
export async function viewAs({
  users,
  caller,
  access,
  context,
}: {
  users: Accounts["users"];
  caller: Caller;
  access: Access;
  context: Pick<Context, "headers" | "method">;
}): Promise<Viewed> {
  const header = context.headers[VIEW_AS];
  if (header === undefined) return { caller, headers: {} };
  if (caller.kind !== "user" || !isAdmin(caller))
    throw unauthorized("only an admin can view this server as another user");
  if (!reads(access, context.method)) throw unauthorized("viewing as another user only reads");
  const name = nameIn(header);
  const user = await users.get(name);
  if (!user) throw userNotFound(name);
  const seen: User = { ...user, password: HIDDEN_PASSWORD };
  return {
    caller: { kind: "user", user: seen },
    viewer: caller,
    headers: { [VIEWED_AS]: encodeURIComponent(user.username) },
  };
}

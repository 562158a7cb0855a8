import { authorize, authorizeSignedIn } from "../access/authorize";
import type { RateLimits } from "../access/rate-limits";
import type { Caller } from "../auth/types";
import { passedQuery, passesOf } from "../allow-list/parameters";
import type { Context, Route, SignedContext } from "./types";

/** Stands for a caller without any right: open routes do not ask who calls. */
export const NOBODY: Caller = {
  kind: "user",
  user: {
    username: "",
    password: "",
    password_hash_type: "bcrypt",
    is_admin: false,
    categories: [],
    allowed_actions: [],
    acls: [],
    email: "",
    indices: [],
    created_at: "",
    updated_at: "",
    sources: [],
    sources_xff_value: null,
  },
};

/**
 * Refuses a call of a route that its caller may not make: his rights, where he comes from, his limits. Throws 401 and
 * 429.
 */
export async function letIn({
  route: { access },
  caller,
  context,
  rateLimits,
}: {
  route: Pick<Route, "access">;
  caller: Caller;
  context: Context;
  rateLimits: RateLimits;
}): Promise<void> {
  if (access.kind === "open") return;
  if (access.kind === "signed-in") await authorizeSignedIn({ caller, context, rateLimits });
  else await authorize({ caller, access, context, rateLimits });
}

/**
 * A call as the handler of its route gets it: with its caller, nobody where the route asks for none, and the URL
 * parameters that pass. `viewer` is the admin who looks as the caller. Throws 400.
 */
export function handed({
  route,
  context,
  caller,
  viewer,
}: {
  route: Route;
  context: Context;
  caller: Caller;
  viewer?: Caller | undefined;
}): SignedContext {
  const shown = route.access.kind === "open" ? NOBODY : caller;
  const query = passedQuery({ row: passesOf(context.method, route.path), caller: shown, context });
  return { ...context, query, caller: shown, ...(viewer === undefined ? {} : { viewer }) };
}

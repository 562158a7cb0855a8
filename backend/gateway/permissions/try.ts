import * as z from "zod";
import { authorize, authorizeSignedIn } from "../access/authorize";
import { opOfMethod } from "@common/categories";
import { splitIndices } from "../access/indices";
import { badRequest, HttpError } from "../http/errors";
import { parseOwnBody } from "../http/own-body";
import { parsePath } from "../http/paths";
import { json, type Reply } from "../http/reply";
import type { Router } from "../http/router";
import type { Access, Method, Route, SignedContext } from "../http/types";
import type { Services } from "../services";
import type { Permission } from "./schema";
import { permissionNotFound } from "./service";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const satisfies Method[];

const TrySchema = z.object({
  method: z.enum(METHODS),
  path: z.string().min(1).max(8_000),
  /** Where the call would come from; without one from where this one comes. */
  address: z.string().max(100).optional(),
  referer: z.string().max(8_000).optional(),
});
type Tried = z.infer<typeof TrySchema>;

// Nothing is counted: who tries takes nothing from those who call.
const uncounted = () => Promise.resolve(true);

/** What a route asks of a credential, by the names of the wire. */
function asked(access: Access, method: Method): object {
  if (access.kind === "open" || access.kind === "signed-in") return { category: null, acl: null, op: null };
  return { category: access.category, acl: access.kind === "search" ? (access.acl ?? null) : null, op: access.op ?? opOfMethod(method) };
}

async function allows({ permission, route, context }: { permission: Permission; route: Route; context: SignedContext }): Promise<void> {
  const caller = { kind: "credential", permission } as const;
  if (route.access.kind === "open") return;
  if (route.access.kind === "signed-in") await authorizeSignedIn({ caller, context, rateLimits: uncounted });
  else await authorize({ caller, access: route.access, context, rateLimits: uncounted });
}

function callOf({ address, referer, method }: Tried, { context, path, indices }: { context: SignedContext; path: string; indices: string[] }): SignedContext {
  // The address is taken as the connection's, so that no header of this call counts.
  const headers = { ...(referer === undefined || referer === "" ? {} : { referer }), ...(address === undefined ? context.headers : {}) };
  return { ...context, method, path, indices, headers, socketAddress: address ?? context.socketAddress };
}

async function outcome({
  permission,
  tried,
  router,
  context,
}: {
  permission: Permission;
  tried: Tried;
  router: Router;
  context: SignedContext;
}): Promise<Reply> {
  const path = parsePath(tried.path);
  const refused = (status: number, message: string, more: object = {}) => json({ allowed: false, status, message, ...more });
  if (path.kind === "malformed") return refused(400, "malformed request path");
  if (path.kind === "redirect") return refused(301, `the clean form of the path is ${path.location}`);
  const match = router(tried.method, path.segments);
  if (match.kind === "method-not-allowed") return refused(405, "the path takes other methods");
  if (match.kind === "not-found") return refused(404, "404 page not found");
  const { route } = match;
  const index = match.params["index"];
  const needs = { route: `${tried.method} ${route.path}`, ...asked(route.access, tried.method) };
  try {
    await allows({ permission, route, context: callOf(tried, { context, path: path.path, indices: index === undefined ? [] : splitIndices(index) }) });
  } catch (error) {
    if (error instanceof HttpError) return refused(error.status, error.message, needs);
    throw error;
  }
  const { include_fields, exclude_fields } = permission;
  return json({ allowed: true, status: 200, message: "", ...needs, include_fields, exclude_fields });
}

/**
 * `POST /_permission/{name}/_try`, which only this server has: whether a call with a credential would be let in, by the rules that calls go through, and the
 * sentence of the refusal. Nothing is called. What a body names (indices of `_msearch`, scripts) is looked at only when a call is made.
 */
export function tryRoute({ permissions }: Pick<Services, "permissions">, router: Router): Route {
  return {
    methods: ["POST"],
    path: "/_permission/:name/_try",
    access: { kind: "server", category: "permission", op: "read" },
    log: false,
    handle: async (context) => {
      const name = context.params["name"] ?? "";
      const permission = await permissions.get(name);
      if (!permission) throw permissionNotFound(name);
      const tried = parseOwnBody({ text: await context.text(), schema: TrySchema, refusal: "can't parse request body" });
      if (!tried.path.startsWith("/")) throw badRequest("the path begins with a slash");
      return outcome({ permission, tried, router, context });
    },
  };
}

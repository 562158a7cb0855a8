import * as z from "zod";
import { opOfMethod } from "@common/access-control/categories";
import { NOT_OFFERED } from "@common/http/not-offered";
import { badRequest, HttpError } from "@backend/gateway/platform/http/errors";
import { letIn } from "@backend/gateway/platform/http/let-in";
import { parseOwnBody } from "@backend/gateway/platform/http/own-body";
import { json, type Reply } from "@backend/gateway/platform/http/reply";
import type { Router } from "@backend/gateway/platform/http/router";
import { targetOf } from "@backend/gateway/platform/http/target";
import type { Access, Context, Method, Route, SignedContext } from "@backend/gateway/platform/http/types";
import type { Services } from "@backend/gateway/services";
import type { Credential } from "@backend/gateway/platform/auth/credential";
import { credentialNotFound } from "./service";

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
  return {
    category: access.category,
    acl: access.kind === "search" ? (access.acl ?? null) : null,
    op: access.op ?? opOfMethod(method),
  };
}

function callOf(
  { address, referer, method }: Tried,
  { context, place }: { context: SignedContext; place: Pick<Context, "path" | "indices"> },
): Context {
  // The address is taken as the connection's, so that no header of this call counts.
  const headers = {
    ...(referer === undefined || referer === "" ? {} : { referer }),
    ...(address === undefined ? context.headers : {}),
  };
  return { ...context, ...place, method, headers, socketAddress: address ?? context.socketAddress };
}

async function outcome({
  credential,
  tried,
  router,
  context,
}: {
  credential: Credential;
  tried: Tried;
  router: Router;
  context: SignedContext;
}): Promise<Reply> {
  const target = targetOf({ method: tried.method, target: tried.path, router });
  const refused = (status: number, message: string, more: object = {}) =>
    json({ allowed: false, status, message, ...more });
  if (target.kind === "malformed") return refused(400, "malformed request path");
  if (target.kind === "redirect") return refused(301, `the clean form of the path is ${target.location}`);
  if (target.kind === "method-not-allowed") return refused(405, `the path takes ${target.methods.join(", ")}`);
  if (target.kind === "not-found") return refused(404, NOT_OFFERED);
  const { route, place } = target;
  const needs = { route: `${tried.method} ${route.path}`, ...asked(route.access, tried.method) };
  try {
    await letIn({
      route,
      caller: { kind: "credential", credential },
      context: callOf(tried, { context, place }),
      rateLimits: uncounted,
    });
  } catch (error) {
    if (error instanceof HttpError) return refused(error.status, error.message, needs);
    throw error;
  }
  const { include_fields, exclude_fields } = credential;
  return json({ allowed: true, status: 200, message: "", ...needs, include_fields, exclude_fields });
}

/**
 * `POST /_permission/{name}/_try`, which only this server has: whether a call with a credential would be let in, by the
 * rules that calls go through, and the sentence of the refusal. Nothing is called. What a body names (indices of
 * `_msearch`, scripts) is looked at only when a call is made.
 */
export function tryRoute({ credentials }: Pick<Services, "credentials">, router: Router): Route {
  return {
    methods: ["POST"],
    path: "/_permission/:name/_try",
    access: { kind: "server", category: "permission", op: "read" },
    log: false,
    handle: async (context) => {
      const name = context.params["name"] ?? "";
      const credential = await credentials.get(name);
      if (!credential) throw credentialNotFound(name);
      const tried = parseOwnBody({
        text: await context.text(),
        schema: TrySchema,
        refusal: "can't parse request body",
      });
      if (!tried.path.startsWith("/")) throw badRequest("the path begins with a slash");
      return outcome({ credential, tried, router, context });
    },
  };
}

import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { opOfMethod } from "@common/access-control/categories";
import type { RateLimits } from "../access/rate-limits";
import { allowedAs, reads } from "../auth/view-as";
import type { Logger } from "pino";
import type { Recorder } from "../recording/recorder";
import { badRequest, HttpError, unauthorized } from "./errors";
import { handed, letIn } from "./let-in";
import { refusal } from "./refusal";
import { errorReply, type Reply } from "./reply";
import type { Router } from "./router";
import { notOffered, targetOf } from "./target";
import type { Access, Context, Method, Route, SignedContext } from "./types";

/**
 * Marks a call that another call makes: with the id of that call within this server, with a mark of this process where
 * it goes over the network.
 */
export const INNER_CALL = "x-endpoint-call";
const MARK = randomBytes(12).toString("base64url");

/** What a call over the network that a search makes is sent with, so that it is known where it leads back here. */
export const MARKED = { [INNER_CALL]: MARK };

/**
 * Refuses a call over the network that a search made, where it would do more than an inner one: by whatever name or
 * balancer it came back to this very process, it comes from another address than its caller; on any server it only
 * reads. Throws 400 and 401.
 */
export function requireNoMore(
  { access }: Pick<Route, "access">,
  { headers, method }: Pick<Context, "headers" | "method">,
): void {
  const mark = headers[INNER_CALL];
  if (mark === undefined) return;
  if (mark === MARK) throw badRequest("the endpoint of a search leads back to this server: name it by its path alone");
  if (!reads(access, method)) throw unauthorized("a call that the endpoint of a search makes only reads");
}

/**
 * What is called: a method and a target as a request line has them, a body (none where it is empty), and headers in
 * small letters that say nothing of a caller.
 */
export type Inner = {
  method: Method;
  target: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  signal: AbortSignal;
  /** What the call around it may do, where that changes something: it may change no more than this. */
  changes?: Access;
};
export type InnerCall = (outer: SignedContext, inner: Inner) => Promise<Reply>;

const opOf = (access: Access, method: Method) => ("op" in access ? access.op : undefined) ?? opOfMethod(method);

// The same kind of change as that of the call around it: its category, and writing or deleting as that one does.
function isAlike(access: Access, { changes, method }: Pick<Inner, "changes" | "method">): boolean {
  if (changes === undefined || !("category" in changes) || !("category" in access)) return false;
  return access.category === changes.category && opOf(access, method) === changes.op;
}

/** Who calls, from where and from which page, is as in the call around it; all else it says itself. */
const KEPT = ["x-forwarded-for", "x-real-ip", "forwarded", "referer", "origin", "user-agent"] as const;

function headersOf({ id, headers }: SignedContext, inner: Inner): IncomingHttpHeaders {
  const kept = Object.fromEntries(KEPT.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
  return {
    "content-type": "application/json",
    ...inner.headers,
    ...kept,
    "content-length": String(Buffer.byteLength(inner.body)),
    [INNER_CALL]: id,
  };
}

function contextOf(
  outer: SignedContext,
  { inner, place }: { inner: Inner; place: Pick<Context, "path" | "segments" | "params" | "query" | "indices"> },
): Context {
  return {
    id: outer.id,
    method: inner.method,
    ...place,
    headers: headersOf(outer, inner),
    socketAddress: outer.socketAddress,
    provenAddress: outer.provenAddress,
    selfUrl: outer.selfUrl,
    signal: inner.signal,
    text: async () => inner.body,
    pieces: async function* () {
      yield Buffer.from(inner.body);
    },
    record: {},
  };
}

/**
 * Calls of this server that one of its own calls makes: only routes that read, unless told, in the name of that call's
 * caller as he is seen there, from his address, within his limits and sources, and in the request log under their own
 * route. No header of his sign-in goes along, so nobody is signed in again. A refusal, and whatever goes wrong, comes
 * as the reply that the caller would have got for the call; never rejects.
 */
export function createInnerCall({
  router,
  rateLimits,
  recorder,
  log,
}: {
  recorder: Recorder;
  log: Logger;
  router: Router;
  rateLimits: RateLimits;
}): InnerCall {
  return async (outer, inner) => {
    const target = targetOf({ method: inner.method, target: inner.target, router });
    if (target.kind === "malformed") return errorReply(new HttpError(400, "malformed request path"));
    if (target.kind === "redirect")
      return errorReply(new HttpError(400, `the path is not in its clean form: call ${target.location}`));
    if (target.kind !== "route") return errorReply(notOffered(target));
    const { route, place } = target;
    if (!reads(route.access, inner.method) && !isAlike(route.access, inner))
      return errorReply(
        new HttpError(
          401,
          `${inner.method} ${route.path} changes something, and a call within a call only reads: send it by itself`,
        ),
      );

    const { caller, viewer } = outer;
    const context = contextOf(outer, { inner, place });
    const started = performance.now();
    async function answer(): Promise<Reply> {
      await letIn({ route, caller: allowedAs({ caller, viewer }), context, rateLimits });
      return route.handle(handed({ route, context, caller, viewer }));
    }
    const { reply, error } = await answer().then(
      (given): { reply: Reply; error?: unknown } => ({ reply: given }),
      refusal,
    );
    if (error !== undefined && !inner.signal.aborted)
      log.error(
        { requestId: outer.id, method: inner.method, path: place.path.slice(0, 500), err: error },
        "inner call failed",
      );
    recorder.record({
      route,
      context,
      caller: viewer ?? caller,
      reply,
      requestBody: inner.body,
      took: performance.now() - started,
    });
    return reply;
  };
}

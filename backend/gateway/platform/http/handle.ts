import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { RateLimits } from "../access/rate-limits";
import type { Authenticate } from "../auth/authenticate";
import type { Caller } from "../auth/types";
import { allowedAs, viewAs } from "../auth/view-as";
import { SECOND_FACTOR } from "@common/access-control/second-factor";
import type { Recorder } from "../recording/recorder";
import type { Accounts } from "../auth/accounts";
import type { User } from "../auth/user";
import { ownerOf, type Shares } from "../held/shares";
import type { BodyBudget } from "./body-budget";
import { type ContextFor, createContexts } from "./contexts";
import { HttpError } from "./errors";
import { requireNoMore } from "./inner-call";
import { handed, letIn, NOBODY } from "./let-in";
import { refusal } from "./refusal";
import { repeatedHeader } from "./repeated-headers";
import { empty, errorReply, type Reply } from "./reply";
import type { Router } from "./router";
import type { FindTakeovers, SignIn, Takeover } from "./takeover";
import { parsePath } from "./paths";
import { notOffered, targetOf } from "./target";
import type { Context, Readiness, Route } from "./types";

export type HandlerParts = {
  router: Router;
  takeovers: FindTakeovers;
  authenticate: Authenticate;
  /** Under which address the wrong passwords of a call are counted; null where its sender counts. */
  signInAddress: (context: Pick<Context, "headers" | "socketAddress">) => string | null;
  users: Accounts["users"];
  /** Refuses a call of a user who has a second factor and sent no proof of it. Throws 401. */
  secondFactors: {
    require: (call: {
      user: Pick<User, "username" | "password">;
      proof: string | string[] | undefined;
    }) => Promise<void>;
  };
  rateLimits: RateLimits;
  recorder: Recorder;
  readiness: Readiness;
  bodies: BodyBudget;
  bodyIdle?: number | undefined;
  /** Calls under way, by who called. */
  calls: Shares;
};
/** The answer to a request, and who asked, for the server's own log. `error` is what nobody expected. */
export type Handled = { reply: Reply; caller: Caller | null; error?: unknown };

const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** What callers are told while the engine cannot be used, in seconds. */
const RETRY_AFTER = "5";

/** The id that the caller gave, or a new one. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && REQUEST_ID.test(given) ? given : randomUUID();
}

type Running = {
  route: Route;
  context: Context;
  parts: HandlerParts;
  setCaller: (caller: Caller) => void;
  whenDone: (work: () => void) => void;
};

// Whoever calls is signed in, and held against what the call asks for.
async function signedIn({ route, context, parts, setCaller, whenDone }: Running): ReturnType<SignIn> {
  const { access } = route;
  const found = await parts.authenticate(context.headers.authorization, { address: parts.signInAddress(context) });
  // Log and figures tell who it was, whoever he looked as.
  setCaller(found);
  if (found.kind === "user" && !route.withoutSecondFactor)
    await parts.secondFactors.require({ user: found.user, proof: context.headers[SECOND_FACTOR] });
  const { caller, viewer, headers } = await viewAs({ users: parts.users, caller: found, access, context });
  await letIn({ route, caller: allowedAs({ caller, viewer }), context, rateLimits: parts.rateLimits });
  whenDone(parts.calls.take(ownerOf(found)));
  return { caller, ...(viewer && { viewer }), headers };
}

async function run(running: Running): Promise<Reply> {
  const { route, context } = running;
  requireNoMore(route, context);
  if (route.access.kind === "open") return route.handle(handed({ route, context, caller: NOBODY }));
  const { caller, viewer, headers } = await signedIn(running);
  const reply = await route.handle(handed({ route, context, caller, viewer }));
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

/** It lets its callers in itself, with what it asks for and the indices that it means. */
async function taken(takeover: Takeover, running: Running): Promise<Reply> {
  const { context, route } = running;
  requireNoMore(route, context);
  return takeover.answer(context, (access, indices) =>
    signedIn({ ...running, route: { ...route, access }, context: { ...context, indices } }),
  );
}

type Chosen = { route: Route; context: Context; takeover: Takeover | null };

// What comes before the built-in routes, where something does.
async function takenOver(
  { url = "/", method = "GET" }: IncomingMessage,
  { parts, contextFor }: { parts: HandlerParts; contextFor: ContextFor },
): Promise<Chosen | null> {
  const parsed = parsePath(url);
  if (parsed.kind !== "path") return null;
  const { path, segments, query } = parsed;
  for (const takeover of await parts.takeovers({ method, segments })) {
    const { route, params } = takeover;
    const context = contextFor(route, { path, segments, query, params, indices: takeover.indicesOf(segments) });
    if (await takeover.holds(context)) return { route, context, takeover };
  }
  return null;
}

/** Answers one request: route, sign-in, rights, handler, request log. Never rejects. */
export async function handleRequest({
  request,
  id,
  signal,
  parts,
  whenDone,
}: {
  request: IncomingMessage;
  id: string;
  signal: AbortSignal;
  parts: HandlerParts;
  /** Does work once the answer is taken, or its caller has gone. */
  whenDone: (work: () => void) => void;
}): Promise<Handled> {
  const target = targetOf({ method: request.method ?? "GET", target: request.url ?? "/", router: parts.router });
  if (target.kind === "malformed")
    return { reply: errorReply(new HttpError(400, "malformed request path")), caller: null };
  const repeated = repeatedHeader(request);
  if (repeated !== undefined)
    return {
      reply: errorReply(new HttpError(400, `the header ${repeated} stands twice in the request`)),
      caller: null,
    };
  if (target.kind === "redirect") return { reply: empty(301, { Location: target.location }), caller: null };
  const asked = target;
  const problem = parts.readiness.problem();
  // Nobody can be signed in without the engine, so nothing is answered, and nothing recorded.
  if (problem !== null)
    return {
      reply: errorReply(new HttpError(503, `not ready: ${problem}`, { headers: { "Retry-After": RETRY_AFTER } })),
      caller: null,
    };
  const { readText, contextFor, release } = createContexts({ request, id, signal, parts });
  let caller: Caller | null = null;
  const running = { parts, setCaller: (found: Caller) => void (caller = found), whenDone };
  const started = performance.now();
  const found: { chosen: Chosen | null } = { chosen: null };

  async function answer(): Promise<Reply> {
    found.chosen = (await takenOver(request, { parts, contextFor })) ?? null;
    if (found.chosen === null) {
      if (asked.kind !== "route") throw notOffered(asked);
      found.chosen = { route: asked.route, context: contextFor(asked.route, asked.place), takeover: null };
    }
    const { route, context, takeover } = found.chosen;
    return takeover ? taken(takeover, { ...running, route, context }) : run({ ...running, route, context });
  }

  const outcome = await answer().then((reply): { reply: Reply; error?: unknown } => ({ reply }), refusal);
  release();
  if (found.chosen !== null)
    parts.recorder.record({
      route: found.chosen.route,
      context: found.chosen.context,
      caller,
      reply: { ...outcome.reply, body: outcome.reply.kept ?? outcome.reply.body },
      requestBody: readText(),
      took: performance.now() - started,
    });
  return { ...outcome, caller };
}

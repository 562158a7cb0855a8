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
import { readBody, readPieces } from "./body";
import type { BodyBudget, HeldBytes } from "./body-budget";
import { type BodyWeight, requireWeight, weightOf } from "./body-weight";
import { HttpError } from "./errors";
import { requireNoMore } from "./inner-call";
import { handed, letIn, NOBODY } from "./let-in";
import { refusal } from "./refusal";
import { repeatedHeader } from "./repeated-headers";
import { empty, errorReply, type Reply } from "./reply";
import type { Router } from "./router";
import { notOffered, type Target, targetOf } from "./target";
import type { Context, Method, Readiness, Route } from "./types";

export type HandlerParts = {
  router: Router;
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

function selfUrl({ socket }: IncomingMessage): string {
  const { localAddress = "127.0.0.1", localPort = 80 } = socket;
  return `http://${localAddress.includes(":") ? `[${localAddress}]` : localAddress}:${localPort}`;
}

/** So much of a body in pieces is kept for the request log, in bytes. */
const LOGGED = 1_000_000;

async function* beginningKept(
  pieces: AsyncIterable<Buffer>,
  keep: (beginning: string) => void,
): AsyncGenerator<Buffer> {
  const kept: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of pieces) {
      if (size < LOGGED) kept.push(piece);
      size += piece.length;
      yield piece;
    }
  } finally {
    keep(Buffer.concat(kept).toString("utf8", 0, Math.min(size, LOGGED)));
  }
}

function createContext({
  request,
  id,
  place,
  signal,
  held,
  idle,
  weight,
  provenAddress,
}: {
  request: IncomingMessage;
  id: string;
  place: Extract<Target, { kind: "route" }>["place"];
  signal: AbortSignal;
  held: HeldBytes;
  idle: number | undefined;
  weight: BodyWeight;
  provenAddress: string;
}): Context & { readText: () => string } {
  let body: Promise<string> | null = null;
  let known = "";
  const { bytes: limit, ...bounds } = weight;
  const reading = { limit, ...(idle === undefined ? {} : { idle }) };

  async function weighed(): Promise<string> {
    known = await readBody(request, { ...reading, held });
    requireWeight(known, bounds);
    return known;
  }

  return {
    id,
    method: request.method as Method,
    ...place,
    headers: request.headers,
    socketAddress: request.socket.remoteAddress ?? "",
    provenAddress,
    selfUrl: selfUrl(request),
    signal,
    text: () => (body ??= weighed()),
    pieces: ({ held: keep = false } = {}) =>
      beginningKept(
        readPieces(request, { ...reading, held: keep ? held : undefined }),
        (beginning) => (known = beginning),
      ),
    record: {},
    readText: () => known,
  };
}

async function run({
  route,
  context,
  parts,
  setCaller,
  whenDone,
}: {
  route: Route;
  context: Context;
  parts: HandlerParts;
  setCaller: (caller: Caller) => void;
  whenDone: (work: () => void) => void;
}): Promise<Reply> {
  const { access } = route;
  requireNoMore(route, context);
  if (access.kind === "open") return route.handle(handed({ route, context, caller: NOBODY }));
  const signedIn = await parts.authenticate(context.headers.authorization, { address: parts.signInAddress(context) });
  // Log and figures tell who it was, whoever he looked as.
  setCaller(signedIn);
  if (signedIn.kind === "user" && !route.withoutSecondFactor) {
    await parts.secondFactors.require({ user: signedIn.user, proof: context.headers[SECOND_FACTOR] });
  }
  const { caller, viewer, headers } = await viewAs({ users: parts.users, caller: signedIn, access, context });
  await letIn({ route, caller: allowedAs({ caller, viewer }), context, rateLimits: parts.rateLimits });
  whenDone(parts.calls.take(ownerOf(signedIn)));
  const reply = await route.handle(handed({ route, context, caller, viewer }));
  return { ...reply, headers: { ...reply.headers, ...headers } };
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
  const problem = parts.readiness.problem();
  // Nobody can be signed in without the engine, so nothing is answered, and nothing recorded.
  if (problem !== null)
    return {
      reply: errorReply(new HttpError(503, `not ready: ${problem}`, { headers: { "Retry-After": RETRY_AFTER } })),
      caller: null,
    };
  if (target.kind !== "route") return { reply: errorReply(notOffered(target)), caller: null };
  const { route, place } = target;
  const held = parts.bodies.open();
  const socketAddress = request.socket.remoteAddress ?? "";
  const provenAddress = parts.signInAddress({ headers: request.headers, socketAddress }) ?? socketAddress;
  const context = createContext({
    request,
    id,
    place,
    signal,
    held,
    idle: parts.bodyIdle,
    weight: weightOf(route),
    provenAddress,
  });
  let caller: Caller | null = null;
  const started = performance.now();
  const outcome = await run({ route, context, parts, setCaller: (found) => (caller = found), whenDone }).then(
    (reply): { reply: Reply; error?: unknown } => ({ reply }),
    refusal,
  );
  held.release();
  parts.recorder.record({
    route,
    context,
    caller,
    reply: outcome.reply,
    requestBody: context.readText(),
    took: performance.now() - started,
  });
  return { ...outcome, caller };
}

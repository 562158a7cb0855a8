import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { authorize, authorizeSignedIn } from "../access/authorize";
import type { RateLimits } from "../access/rate-limits";
import { splitIndices } from "../access/indices";
import type { Authenticate } from "../auth/authenticate";
import type { Caller } from "../auth/types";
import { viewAs } from "../auth/view-as";
import { passedQuery, passesOf } from "../passes/parameters";
import { SECOND_FACTOR } from "@common/second-factor";
import type { Recorder } from "../recording/recorder";
import type { SecondFactors } from "../second-factor/service";
import type { UserStore } from "../users/store";
import { readBody, readPieces } from "./body";
import type { BodyBudget, HeldBytes } from "./body-budget";
import { HttpError, statusText } from "./errors";
import { parsePath } from "./paths";
import { repeatedHeader } from "./repeated-headers";
import { empty, errorReply, json, type Reply, text } from "./reply";
import type { Router } from "./router";
import type { Context, Method, Readiness, Route } from "./types";

export type HandlerParts = {
  router: Router;
  authenticate: Authenticate;
  /** Under which address the wrong passwords of a call are counted; null where its sender counts. */
  signInAddress: (context: Pick<Context, "headers" | "socketAddress">) => string | null;
  users: Pick<UserStore, "get">;
  secondFactors: Pick<SecondFactors, "require">;
  rateLimits: RateLimits;
  recorder: Recorder;
  readiness: Readiness;
  bodies: BodyBudget;
  bodyIdle?: number | undefined;
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

async function* beginningKept(pieces: AsyncIterable<Buffer>, keep: (beginning: string) => void): AsyncGenerator<Buffer> {
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
  path,
  signal,
  held,
  idle,
}: {
  request: IncomingMessage;
  id: string;
  path: Extract<ReturnType<typeof parsePath>, { kind: "path" }>;
  signal: AbortSignal;
  held: HeldBytes;
  idle: number | undefined;
}): Context & { readText: () => string } {
  let body: Promise<string> | null = null;
  let known = "";
  return {
    id,
    method: request.method as Method,
    path: path.path,
    segments: path.segments,
    params: {},
    query: path.query,
    headers: request.headers,
    socketAddress: request.socket.remoteAddress ?? "",
    selfUrl: selfUrl(request),
    indices: [],
    signal,
    text: () => (body ??= readBody(request, { held, ...(idle === undefined ? {} : { idle }) }).then((read) => (known = read))),
    pieces: () => beginningKept(readPieces(request, idle === undefined ? {} : { idle }), (beginning) => (known = beginning)),
    record: {},
    readText: () => known,
  };
}

async function run({
  route,
  context,
  parts,
  setCaller,
}: {
  route: Route;
  context: Context;
  parts: HandlerParts;
  setCaller: (caller: Caller) => void;
}): Promise<Reply> {
  const passed = (caller: Caller) => ({ ...context, query: passedQuery({ row: passesOf(context.method, route.path), caller, context }), caller });
  if (route.access.kind === "open") return route.handle(passed(NOBODY));
  const { access } = route;
  const { rateLimits } = parts;
  const signedIn = await parts.authenticate(context.headers.authorization, { address: parts.signInAddress(context) });
  // Log and figures tell who it was, whoever he looked as.
  setCaller(signedIn);
  if (signedIn.kind === "user" && !route.withoutSecondFactor) {
    await parts.secondFactors.require({ user: signedIn.user, proof: context.headers[SECOND_FACTOR] });
  }
  const { allowed, caller, headers } = await viewAs({ users: parts.users, caller: signedIn, access, context });
  if (access.kind === "signed-in") await authorizeSignedIn({ caller: allowed, context, rateLimits });
  else await authorize({ caller: allowed, access, context, rateLimits });
  const reply = await route.handle(passed(caller));
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

// Open routes do not ask who calls; this stands for a caller without any right.
const NOBODY: Caller = {
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

function refusal(error: unknown): { reply: Reply; error?: unknown } {
  if (error instanceof HttpError) {
    // The one refusal that comes in the shape of a success: a rate limit of ours. What an engine refuses brings its cause.
    if (error.status === 429 && error.detail === undefined) {
      const reply = json({ code: 429, status: statusText(429), message: error.message }, 429);
      return { reply: { ...reply, headers: { ...reply.headers, ...error.headers } } };
    }
    return { reply: errorReply(error) };
  }
  return { reply: errorReply(new HttpError(500, "an internal error occurred")), error };
}

/** Answers one request: route, sign-in, rights, handler, request log. Never rejects. */
export async function handleRequest({
  request,
  id,
  signal,
  parts,
}: {
  request: IncomingMessage;
  id: string;
  signal: AbortSignal;
  parts: HandlerParts;
}): Promise<Handled> {
  const path = parsePath(request.url ?? "/");
  if (path.kind === "malformed") return { reply: errorReply(new HttpError(400, "malformed request path")), caller: null };
  const repeated = repeatedHeader(request);
  if (repeated !== undefined) return { reply: errorReply(new HttpError(400, `the header ${repeated} stands twice in the request`)), caller: null };
  if (path.kind === "redirect") return { reply: empty(301, { Location: path.location }), caller: null };
  const problem = parts.readiness.problem();
  // Nobody can be signed in without the engine, so nothing is answered, and nothing recorded.
  if (problem !== null) return { reply: errorReply(new HttpError(503, `not ready: ${problem}`, { headers: { "Retry-After": RETRY_AFTER } })), caller: null };
  const match = parts.router(request.method ?? "GET", path.segments);
  if (match.kind === "method-not-allowed") return { reply: empty(405), caller: null };
  if (match.kind === "not-found") return { reply: text("404 page not found\n", 404), caller: null };
  const held = parts.bodies.open();
  const bare = createContext({ request, id, path, signal, held, idle: parts.bodyIdle });
  const index = match.params["index"];
  const context = { ...bare, params: match.params, indices: index === undefined ? [] : splitIndices(index) };
  let caller: Caller | null = null;
  const started = performance.now();
  const outcome = await run({ route: match.route, context, parts, setCaller: (found) => (caller = found) }).then(
    (reply): { reply: Reply; error?: unknown } => ({ reply }),
    refusal,
  );
  held.release();
  parts.recorder.record({ route: match.route, context, caller, reply: outcome.reply, requestBody: bare.readText(), took: performance.now() - started });
  return { ...outcome, caller };
}

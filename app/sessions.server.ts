import { randomBytes } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import * as z from "zod";
import type { Logger } from "pino";
import type { Config } from "~/server/config.server";
import { contextOf } from "~/server/context.server";
import { isSecure, readCookie, writeCookie } from "~/lib/values/cookies";
import { redirect, redirectDocument } from "~/server/redirect.server";
import { loginPath, safePath } from "~/lib/address/deep-link";
import { notAllowedServer } from "~/session/allowed-urls.server";
import { forgetIdentity } from "~/session/identity.server";
import { keepForm } from "~/session/kept-form.server";
import { standingOf } from "~/session/oidc/ask-again.server";
import { type Lookup, lookUp, type SignedInBy, signedInBySchema } from "~/session/oidc/signed-in-by.server";
import { seal, sessionSecrets, unseal } from "~/session/seal.server";
import type { ToldChange } from "~/services/platform/changes/several";
import { addSession, hasSession, removeSession } from "~/services/platform/store/session-registry.server";

const SESSION = "sd_session";
const FLASH = "sd_flash";
/** The cookie outlives its session by so many seconds: it tells whose form it is that comes too late. */
const LONGER = 2 * 24 * 3600;
/** A flash is one sentence; more would not fit into a cookie. */
const FLASH_CHARACTERS = 600;

const sealedSchema = z.object({
  id: z.string(),
  url: z.string(),
  username: z.string(),
  /** Not there for who signed in by OpenID Connect: it is looked up at each request. */
  password: z.string().optional(),
  oidc: signedInBySchema.optional(),
  /** Whom an admin views the console as; such a session only reads. */
  viewAs: z.string().optional(),
  /** That the second factor was given, for users who have one (docs/use/access.md). */
  proof: z.string().optional(),
});

/**
 * Who is signed in, to which server. The password is only ever in the sealed cookie, or OIDC_USERS, and in the calls to
 * that server.
 */
export type Session = Omit<z.infer<typeof sealedSchema>, "password"> & { password: string };
/** With why it is refused, where the file that maps its person says so. */
type Told = Session & { refused?: Exclude<Lookup, { password: string }> };

/** The Basic token of a session. */
export function tokenOf({ username, password }: Pick<Session, "username" | "password">) {
  return Buffer.from(`${username}:${password}`, "utf8").toString("base64");
}

/** What a session's calls to its server are made with; also by what their answers are kept apart. */
export function serverOf(session: Pick<Session, "url" | "username" | "password" | "viewAs" | "proof">) {
  return { baseUrl: session.url, token: tokenOf(session), viewAs: session.viewAs, proof: session.proof };
}

type Asked = { request: Request; context: AppLoadContext | undefined };
/** A session is in a header. */
type AskedByHeader = { request: Pick<Request, "headers">; context: AppLoadContext | undefined };

/** Unsealed once for a request: its loaders share the context, and each asks. */
const toldIn = new WeakMap<AppLoadContext, { value: string; session: Told | undefined }>();

/**
 * The session named by a request's cookie, alive or ended; undefined without a cookie, or with one that is not exactly
 * as we wrote it.
 */
function toldSession({ request, context }: AskedByHeader): Told | undefined {
  const { config, log } = contextOf(context);
  const value = readCookie(request.headers, SESSION, { exact: true });
  if (value === undefined) return undefined;
  const known = context && toldIn.get(context);
  if (known?.value === value) return known.session;
  const text = unseal({ value, purpose: "session cookie", secrets: sessionSecrets(config) });
  const sealed = text === undefined ? undefined : sealedSchema.safeParse(JSON.parse(text)).data;
  const session = sealed && opened({ sealed, config, log });
  if (context) toldIn.set(context, { value, session });
  return session;
}

function opened({
  sealed,
  config,
  log,
}: {
  sealed: z.infer<typeof sealedSchema>;
  config: Config;
  log: Logger;
}): Told | undefined {
  const { password, oidc, ...rest } = sealed;
  if (oidc === undefined) return password === undefined ? undefined : { ...rest, password };
  const found = lookUp({ config, log, session: { ...rest, oidc } });
  return "password" in found
    ? { ...rest, oidc, password: found.password }
    : { ...rest, oidc, password: "", refused: found };
}

/**
 * The session of a request; undefined when nobody is signed in, the cookie was changed, or the session has ended. This
 * is the only way to one, so whoever is signed in by OpenID Connect is asked about here, at each request of every
 * address.
 */
export async function getSession({ request, context }: Asked): Promise<Session | undefined> {
  const session = await standingSession({ request, context });
  return session && refusalOf({ session, context }) === undefined ? session : undefined;
}

/** The session as file and provider have it now. Waits for the provider where it is time to ask it. */
async function standingSession({ request, context }: Asked): Promise<Told | undefined> {
  const session = aliveSession({ request, context });
  if (session?.oidc === undefined || session.refused !== undefined) return session;
  const standing = await standingOf({ ...contextOf(context), oidc: session.oidc });
  return standing.state === "good"
    ? session
    : { ...session, password: "", refused: { refused: standing.refused, ends: true } };
}

/** Whose the session of a request is, by its cookie and the users file alone: for counting, nothing is let in by it. */
export function ownerByCookie({ request, context }: AskedByHeader): string | undefined {
  const session = aliveSession({ request, context });
  return session && refusalOf({ session, context }) === undefined ? ownerOf(session) : undefined;
}

function aliveSession({ request, context }: AskedByHeader): Told | undefined {
  const session = toldSession({ request, context });
  return session && hasSession({ config: contextOf(context).config, id: session.id }) ? session : undefined;
}

/**
 * Why a session is not good any more: its server may not be called, or OpenID Connect's file has its person no longer.
 */
function refusalOf({ session, context }: { session: Told; context: AppLoadContext | undefined }) {
  return session.refused?.refused ?? notAllowedServer({ url: session.url, config: contextOf(context).config });
}

/** Ends a session that is not good any more, and says why; undefined where that is not what is wrong. */
async function endRefused({ request, context }: Asked): Promise<Response | undefined> {
  const session = await standingSession({ request, context });
  const refusal = session && refusalOf({ session, context });
  if (refusal === undefined) return undefined;
  const headers = new Headers();
  const ends = session?.refused?.ends !== false;
  if (ends) headers.append("Set-Cookie", destroySession({ request, context }));
  headers.append(
    "Set-Cookie",
    flashCookie(request, { kind: "bad", text: ends ? `You were signed out. ${refusal}` : refusal }),
  );
  return redirectDocument(loginPath(new URL(request.url)), { headers });
}

const nothingSaved = "You were no longer signed in, so nothing was saved.";
const kept =
  "You were no longer signed in, so nothing was saved yet. What you typed is kept: sign in, and you can send it again.";

/** The session, or a redirect to the sign-in page, which leads back here. */
export async function requireSession({
  request,
  context,
}: {
  request: Request;
  context: AppLoadContext | undefined;
}): Promise<Session> {
  const session = await getSession({ request, context });
  if (session) return session;
  const refused = await endRefused({ request, context });
  if (refused) throw refused;
  const to = loginPath(new URL(request.url));
  if (request.method === "GET" || request.method === "HEAD") throw redirect(to);
  throw redirectDocument(to, { headers: { "Set-Cookie": flashCookie(request, { kind: "bad", text: nothingSaved }) } });
}

/** As `requireSession`; a form that comes too late is kept for the time after the next sign-in. */
export async function requireSessionOrKeep({
  request,
  context,
}: {
  request: Request;
  context: AppLoadContext | undefined;
}): Promise<Session> {
  if (request.method === "POST" && !(await getSession({ request, context }))) {
    const refused = await endRefused({ request, context });
    if (refused) throw refused;
    // The cookie of a session that has ended still tells whose form it is. Where it is gone nobody knows, and nobody is
    // offered the form.
    const told = toldSession({ request, context });
    throw await signInAgain({ request, owner: told && ownerOf(told) });
  }
  return requireSession({ request, context });
}

/** The redirect of a form to the sign-in page, the form kept where it can be. Reads the body. */
export async function signInAgain({
  request,
  owner,
  headers,
}: {
  request: Request;
  owner: string | undefined;
  headers?: Headers;
}) {
  const all = new Headers(headers);
  const cookie = await keepForm(request, owner);
  if (cookie !== undefined) all.append("Set-Cookie", cookie);
  all.append("Set-Cookie", flashCookie(request, { kind: "bad", text: cookie === undefined ? nothingSaved : kept }));
  return redirectDocument(loginPath(new URL(request.url)), { headers: all });
}

/**
 * What tells users of servers apart, for what is kept for one of them. People of OpenID Connect who share a user are
 * told apart too; no user's name begins with a colon.
 */
export const ownerOf = ({
  url,
  username,
  oidc,
}: Pick<Session, "url" | "username"> & { oidc?: SignedInBy | undefined }) =>
  oidc === undefined ? `${username} ${url}` : `:${oidc.subject} ${oidc.issuer} ${url}`;

/**
 * Who did something, in lists and in the change log: the user, or the person of OpenID Connect and the user whose
 * rights count. In a view it is somebody who has kept nothing: neither what the admin nor what the viewed user keeps
 * for himself is shown in it.
 */
export function personOf({ username, oidc, viewAs }: Pick<Session, "username" | "oidc" | "viewAs">): string {
  const person = oidc === undefined ? username : `${oidc.person} (as ${username})`;
  return viewAs === undefined ? person : `${person}, viewing as ${viewAs}`;
}

/** True for a name that a person of OpenID Connect could have here. Nobody signs in under one by password. */
export const isPersonName = (name: string) => / \(as .+\)$/.test(name);

/**
 * Begins a session and ends the one that this browser had, whose cookie nobody would take away any more; returns the
 * Set-Cookie header.
 */
export function createSession({
  request,
  context,
  ...who
}: { request: Request; context: AppLoadContext | undefined } & Omit<Session, "id">) {
  const { config, clientAddress } = contextOf(context);
  endSession({ request, context });
  const id = randomBytes(18).toString("base64url");
  const agent = request.headers.get("user-agent") ?? "";
  addSession({
    config,
    id,
    expires: Date.now() + config.sessionMs,
    owner: ownerOf(who),
    address: clientAddress,
    agent,
  });
  const { url, username, password, oidc, viewAs, proof } = who;
  const session = { id, url, username, viewAs, proof, ...(oidc === undefined ? { password } : { oidc }) };
  const value = seal({ text: JSON.stringify(session), purpose: "session cookie", secrets: sessionSecrets(config) });
  return writeCookie({ name: SESSION, value, maxAge: config.sessionMs / 1000 + LONGER, secure: isSecure(request) });
}

/** Ends the session of a request, if there is one; returns the Set-Cookie header that takes the cookie away. */
export function destroySession({ request, context }: { request: Request; context: AppLoadContext | undefined }) {
  endSession({ request, context });
  return writeCookie({ name: SESSION, value: "", maxAge: 0, secure: isSecure(request) });
}

function endSession({ request, context }: Asked) {
  const session = aliveSession({ request, context });
  if (!session) return;
  removeSession({ config: contextOf(context).config, id: session.id });
  forgetIdentity(serverOf(session));
}

const flashSchema = z.object({
  kind: z.enum(["good", "bad", "info"]),
  text: z.string(),
  /** The change that it tells of and that can be undone, by its id in the change log. */
  undo: z.string().max(40).optional(),
  /** A page of the console that it leads to. */
  link: z
    .object({ to: z.string().max(600), label: z.string().max(80) })
    .refine(({ to }) => safePath(to) === to)
    .optional()
    .catch(undefined),
});
export type Flash = z.infer<typeof flashSchema>;

/** The Set-Cookie header of a message for the next page. */
export function flashCookie(request: Request, { kind, text, undo, link }: Flash) {
  // By whole characters: half a pair has no encoding. Those beyond Latin take nine signs each, and browsers drop a
  // cookie of more than 4 KB.
  const letters = [...text.replace(/\p{Surrogate}/gu, "\ufffd")];
  const encoded = (most: number) =>
    JSON.stringify({
      kind,
      text: letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : letters.join(""),
      undo,
      link,
    });
  const most = [FLASH_CHARACTERS, 400, 250].find((count) => encodeURIComponent(encoded(count)).length < 3500) ?? 150;
  return writeCookie({ name: FLASH, value: encoded(most), maxAge: 300, secure: isSecure(request) });
}

/** The message for this page, and the header that takes it away again. */
export function takeFlash(request: Request): { flash?: Flash; cookie?: string } {
  const value = readCookie(request.headers, FLASH);
  if (value === undefined || value === "") return {};
  const cookie = writeCookie({ name: FLASH, value: "", maxAge: 0, secure: isSecure(request) });
  try {
    return { flash: flashSchema.parse(JSON.parse(value)), cookie };
  } catch {
    return { cookie };
  }
}

/** The end of every action that went well: a redirect with a message for the page it leads to. */
export function redirectWithFlash({ request, to, text, kind = "good", changed, link, headers }: RedirectOptions) {
  const all = new Headers(headers);
  const unlogged = changed?.logged === false ? " The change log does not show it yet: the console's disk is full." : "";
  const missed = changed?.missed === undefined ? "" : ` ${changed.missed}`;
  all.append(
    "Set-Cookie",
    flashCookie(request, {
      kind,
      text: `${text}${missed}${unlogged}`,
      undo: changed?.undoable ? changed.id : undefined,
      link,
    }),
  );
  return redirect(to, { headers: all });
}

type RedirectOptions = {
  request: Request;
  to: string;
  text: string;
  kind?: Flash["kind"];
  /** What `change` gave back: the message then offers the undo. */
  changed?: ToldChange;
  /** Where to see it, for a message on another page. */
  link?: Flash["link"];
  headers?: HeadersInit;
};

import * as z from "zod";
import type { Config } from "~/server/config.server";
import { isSecure, readCookie, writeCookie } from "~/lib/values/cookies";
import { type Purpose, seal, sessionSecrets, unseal } from "~/session/seal.server";

// Three sealed cookies beside that of the session, each sent to the few addresses that read it: what a sign-in under
// way is known by; the ID token, which ends the session at the provider; who was turned away.

type Kind = { name: string; purpose: Purpose; path: string };
const BEGUN: Kind = { name: "sd_oidc", purpose: "sign-in by provider", path: "/login" };
const HINT: Kind = { name: "sd_oidc_hint", purpose: "sign-out at provider", path: "/logout" };
const TURNED_AWAY: Kind = { name: "sd_oidc_person", purpose: "turned away", path: "/login" };
/** How long somebody may take at the provider. */
export const BEGUN_SECONDS = 15 * 60;
const LEAVING_SECONDS = 60;
/** Browsers drop a cookie of more than 4 KB. */
const MOST_CHARACTERS = 3800;

const begunSchema = z.object({
  at: z.number(),
  issuer: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectTo: z.string(),
});
const hintSchema = z.object({
  issuer: z.string(),
  /** Whose it is; of nobody who has a session for who was turned away. */
  subject: z.string().optional(),
  idToken: z.string().optional(),
  /** When the session was ended; until then nobody is led to the provider. */
  left: z.number().optional(),
});
const awaySchema = z.object({ person: z.string(), unverified: z.boolean() });

export type Begun = z.infer<typeof begunSchema>;
export type Hint = z.infer<typeof hintSchema>;
export type TurnedAway = z.infer<typeof awaySchema>;

type Where = { request: Request; config: Config };

function read<T>({
  request,
  config,
  kind: { name, purpose },
  schema,
}: Where & { kind: Kind; schema: z.ZodType<T> }): T | undefined {
  const value = readCookie(request.headers, name, { exact: true });
  const text = value === undefined ? undefined : unseal({ value, purpose, secrets: sessionSecrets(config) });
  return text === undefined ? undefined : schema.safeParse(JSON.parse(text)).data;
}

function write({
  request,
  config,
  kind: { name, purpose, path },
  body,
  maxAge,
}: Where & { kind: Kind; body: object | undefined; maxAge: number }) {
  const value =
    body === undefined ? "" : seal({ text: JSON.stringify(body), purpose, secrets: sessionSecrets(config) });
  return {
    cookie: writeCookie({ name, value, maxAge: body === undefined ? 0 : maxAge, secure: isSecure(request), path }),
    fits: value.length <= MOST_CHARACTERS,
  };
}

/** Keeps what a sign-in is known by; the Set-Cookie header. A way back that is too long for a cookie is left out. */
export function writeBegun({ begun, ...where }: Where & { begun: Omit<Begun, "at"> }): string {
  const body = { at: Date.now(), ...begun };
  const made = (change: object) =>
    write({ ...where, kind: BEGUN, body: { ...body, ...change }, maxAge: BEGUN_SECONDS });
  const whole = made({});
  return whole.fits ? whole.cookie : made({ redirectTo: "/" }).cookie;
}

export const dropBegun = (where: Where) => write({ ...where, kind: BEGUN, body: undefined, maxAge: 0 }).cookie;

/** The sign-in that this browser has under way; undefined without one, or with one that is too old. */
export function readBegun(where: Where): Begun | undefined {
  const begun = read({ ...where, kind: BEGUN, schema: begunSchema });
  return begun && Date.now() - begun.at < BEGUN_SECONDS * 1000 ? begun : undefined;
}

/** Keeps the ID token for the sign-out; without it where it is too long, since the provider then asks back at most. */
export function writeHint({ hint, ...where }: Where & { hint: Hint }): string {
  const made = (change: object) =>
    write({ ...where, kind: HINT, body: { ...hint, ...change }, maxAge: where.config.sessionMs / 1000 });
  const whole = made({});
  return whole.fits ? whole.cookie : made({ idToken: undefined }).cookie;
}

export const dropHint = (where: Where) => write({ ...where, kind: HINT, body: undefined, maxAge: 0 }).cookie;

export const readHint = (where: Where): Hint | undefined => read({ ...where, kind: HINT, schema: hintSchema });

/** The hint of somebody who has just signed out; a link of another site finds none. */
export function readLeaving(where: Where): Hint | undefined {
  const hint = readHint(where);
  return hint?.left !== undefined && Date.now() - hint.left < LEAVING_SECONDS * 1000 ? hint : undefined;
}

export const writeTurnedAway = ({ who, ...where }: Where & { who: TurnedAway }): string =>
  write({ ...where, kind: TURNED_AWAY, body: who, maxAge: BEGUN_SECONDS }).cookie;

export const readTurnedAway = (where: Where): TurnedAway | undefined =>
  read({ ...where, kind: TURNED_AWAY, schema: awaySchema });

import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { CONSOLE_LIMITS } from "@common/limits/console";
import type { Logger } from "pino";
import type { Config, OidcConfig } from "~/server/config.server";
import {
  addCheck,
  changeCheck,
  type Check,
  claimCheck,
  readCheck,
  removeCheck,
} from "~/services/platform/store/oidc-checks.server";
import { seal, sessionSecrets, unseal } from "~/session/seal.server";
import { claimValues } from "./claims.server";
import { providerName } from "./problem.server";
import { providerOf, renew, revoke, type Tokens, tokensSchema } from "./provider.server";
import { accessChanged, type SignedInBy } from "./signed-in-by.server";
import { sameValue } from "./users-file.server";
import { type Verdict, verdictOf } from "./verdict.server";

// Asks the provider again, every OIDC_REFRESH_MINUTES in which somebody comes by, whether it still says of a person
// what it said at the sign-in. What it said is kept by sign-in (`oidc_checks`), for all sessions and jobs of it.

/** After this the turn of a console that asks is over: discovery, token, keys and userinfo, and a little more. */
const TURN_MS = 5 * CONSOLE_LIMITS.oidcAnswer.most;
/** A provider that is away is asked again so much later. */
const AWAY_AGAIN_MS = 60_000;
/** So often it is looked whether another console has its answer. */
const LOOK_MS = 50;

type Here = { config: Config; log: Logger };
type Asked = Here & { oidc: SignedInBy };

/**
 * What is known of a sign-in. `unknown`: nothing is kept of it, since it was signed out of or made before there was
 * this check.
 */
export type Standing =
  { state: "good" } | { state: "unknown"; refused: string } | { state: "refused"; refused: string };

const purpose = "provider tokens";

/**
 * Keeps the tokens of a new sign-in, sealed; what its session is to hold of it. Nothing is kept where the provider is
 * not asked again.
 */
export function keepTokens({ config, oidc, tokens }: { config: Config; oidc: SignedInBy; tokens: Tokens }): SignedInBy {
  const refreshMs = config.oidc?.refreshMs ?? 0;
  if (refreshMs === 0) return oidc;
  const check = randomBytes(18).toString("base64url");
  const now = Date.now();
  addCheck({
    config,
    id: check,
    tokens: sealed({ config, tokens }),
    good: now,
    due: dueAt({ now, refreshMs, tokens }),
  });
  return { ...oidc, check };
}

const sealed = ({ config, tokens }: { config: Config; tokens: Tokens }) =>
  seal({ text: JSON.stringify(tokens), purpose, secrets: sessionSecrets(config) });

function opened({ config, row }: { config: Config; row: Check }): Tokens {
  const text =
    row.tokens === null ? undefined : unseal({ value: row.tokens, purpose, secrets: sessionSecrets(config) });
  return text === undefined ? {} : tokensSchema.parse(JSON.parse(text));
}

/** An access token alone is valid until its end, whenever the next question would be. */
function dueAt({
  now,
  refreshMs,
  tokens: { refresh, until },
}: {
  now: number;
  refreshMs: number;
  tokens: Tokens;
}): number {
  return refresh === undefined && until !== undefined ? Math.min(now + refreshMs, until) : now + refreshMs;
}

/**
 * One question at a time for a sign-in; kept on the process, since the development server reloads this module at each
 * change.
 */
const shared: typeof globalThis & { searchdeckAsking?: Map<string, Promise<void>> } = globalThis;

async function once(key: string, run: () => Promise<void>): Promise<void> {
  const asking = (shared.searchdeckAsking ??= new Map<string, Promise<void>>());
  const under = asking.get(key) ?? run().finally(() => asking.delete(key));
  asking.set(key, under);
  return under;
}

/**
 * Whether the provider still stands by a sign-in, as far as that is known: asked where it is time to, and waited for.
 * Requests at the same time, and other consoles on the same data folder, wait for one answer.
 */
export async function standingOf({ config, log, oidc: who }: Asked): Promise<Standing> {
  const { oidc } = config;
  // Whether this console takes sign-ins of that provider at all is said by `lookUp`.
  if (oidc === null || oidc.refreshMs === 0 || oidc.issuer !== who.issuer) return { state: "good" };
  const unknown: Standing = {
    state: "unknown",
    refused: `${providerName(oidc)} cannot be asked about this sign-in any more. Sign in again.`,
  };
  const id = who.check;
  if (id === undefined) return unknown;
  for (;;) {
    const row = readCheck({ config, id });
    if (row === undefined) return unknown;
    if (row.refused !== null) return { state: "refused", refused: row.refused };
    if (Date.now() < row.due) return { state: "good" };
    await once(`${config.dataDir} ${id}`, () => takeTurn({ config, log, oidc, who, id }));
  }
}

type Turn = Here & { oidc: OidcConfig; who: SignedInBy; id: string };

/** Asks, or waits for the console that does. */
async function takeTurn({ id, ...turn }: Turn): Promise<void> {
  const { config } = turn;
  if (!claimCheck({ config, id, until: Date.now() + TURN_MS })) return sleep(LOOK_MS);
  try {
    const row = readCheck({ config, id });
    // Another console may have asked just before.
    if (row !== undefined && row.refused === null && row.due <= Date.now()) await ask({ ...turn, id, row });
  } finally {
    changeCheck({ config, id, change: { asking: 0 } });
  }
}

async function ask({ config, log, oidc, who, id, row }: Turn & { row: Check }): Promise<void> {
  let tokens = opened({ config, row });
  const name = providerName(oidc);
  const refuse = ({ refused, code }: { refused: string; code: string }) => {
    changeCheck({ config, id, change: { tokens: null, refused } });
    log.info({ person: who.person, code }, "a sign-in by OpenID Connect was ended: its provider was asked again");
  };
  if (
    tokens.refresh === undefined &&
    (tokens.until === undefined ? tokens.access === undefined : tokens.until <= Date.now())
  ) {
    const refused = `${name} lets this console ask about you only for as long as that sign-in lasted. Sign in again.`;
    return refuse({ refused, code: "no refresh token" });
  }
  const keep = (next: Tokens) => {
    tokens = next;
    changeCheck({ config, id, change: { tokens: sealed({ config, tokens }) } });
  };
  const said = await hear({ oidc, who, tokens, keep });
  const now = Date.now();
  if (said.kind === "ended")
    return refuse({ refused: `${name} has ended your sign-in there. Sign in again.`, code: said.code });
  if (said.kind === "foreign")
    return refuse({
      refused: `The answer of ${name} does not belong to your sign-in. Sign in again.`,
      code: said.code,
    });
  if (said.kind === "changed") return refuse({ refused: accessChanged, code: "claim" });
  if (said.kind === "same")
    return changeCheck({ config, id, change: { good: now, due: dueAt({ now, refreshMs: oidc.refreshMs, tokens }) } });
  const last = row.good + CONSOLE_LIMITS.oidcAway.most;
  if (now >= last)
    return refuse({
      refused: `${name} does not answer, and has not confirmed your sign-in for an hour. Sign in again when it does.`,
      code: said.code,
    });
  log.warn(
    { code: said.code, until: new Date(last).toISOString() },
    "the OpenID Connect provider could not be asked again; a session goes on for a while",
  );
  changeCheck({ config, id, change: { due: Math.min(now + AWAY_AGAIN_MS, last) } });
}

type Heard = Verdict | { kind: "same" } | { kind: "changed" };

/** What the provider says of a person now, against what it said at the sign-in. */
async function hear({
  oidc,
  who,
  tokens,
  keep,
}: {
  oidc: OidcConfig;
  who: SignedInBy;
  tokens: Tokens;
  keep: (next: Tokens) => void;
}): Promise<Heard> {
  const found = await providerOf(oidc).catch((error: unknown) => ({
    away: error instanceof Error ? error.name : "unknown",
  }));
  if ("away" in found) return { kind: "away", code: found.away };
  try {
    const claims = await renew({ oidc, provider: found, tokens, subject: who.subject, keep });
    const holds =
      claims === undefined ||
      claimValues(claims, oidc.claim).some((value) => sameValue({ claim: oidc.claim, values: [value, who.value] }));
    return { kind: holds ? "same" : "changed" };
  } catch (error) {
    return verdictOf({ error, provider: found });
  }
}

/**
 * The end of a sign-in by its person: what is kept of it is forgotten, and revoked at the provider, as far as that
 * answers in time.
 */
export async function forgetSignIn({ config, log, oidc: { check, issuer } }: Asked): Promise<void> {
  const { oidc } = config;
  if (check === undefined) return;
  // An answer under way may bring another refresh token.
  await shared.searchdeckAsking?.get(`${config.dataDir} ${check}`)?.catch(() => undefined);
  const row = readCheck({ config, id: check });
  if (row === undefined) return;
  // A refusal stays known to the jobs of this sign-in.
  if (row.refused === null) removeCheck({ config, id: check });
  if (oidc === null || oidc.issuer !== issuer || row.tokens === null) return;
  const told = revoke({ oidc, tokens: opened({ config, row }) }).catch((error: unknown) => {
    log.warn(
      { code: error instanceof Error ? error.name : "unknown" },
      "the OpenID Connect provider could not be told that a sign-in ended",
    );
  });
  await Promise.race([told, sleep(CONSOLE_LIMITS.oidcRevocation.most, undefined, { ref: false })]);
}

import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
  type TokenEndpointResponse,
  tokenRevocation,
} from "openid-client";
import { CONSOLE_LIMITS } from "@common/limits/console";
import * as z from "zod";
import type { OidcConfig } from "~/server/config.server";
import { type Claims, claimOf } from "./claims.server";

// The provider, asked by openid-client: discovery, code flow with PKCE, checks of the ID token, its signature included.

const PATIENCE_S = CONSOLE_LIMITS.oidcAnswer.most / 1000;
const FRESH_MS = 3600_000;

type Known = { at: number; asked: Promise<Configuration>; last: Configuration | undefined };
const known = new Map<string, Known>();

function discover(oidc: OidcConfig): Promise<Configuration> {
  const auth = oidc.clientAuth === "post" ? ClientSecretPost : ClientSecretBasic;
  const insecure = oidc.issuer.startsWith("http:") ? [allowInsecureRequests] : [];
  return discovery(
    new URL(oidc.issuer),
    oidc.clientId,
    undefined,
    oidc.clientSecret === null ? None() : auth(oidc.clientSecret),
    {
      execute: [enableNonRepudiationChecks, ...insecure],
      timeout: PATIENCE_S,
    },
  );
}

/**
 * The provider's own description of itself: asked for at the first sign-in, then each hour; while it is away the last
 * one does. Throws what openid-client throws.
 */
export async function providerOf(oidc: OidcConfig): Promise<Configuration> {
  const key = JSON.stringify([oidc.issuer, oidc.clientId, oidc.clientSecret, oidc.clientAuth]);
  const found = known.get(key);
  const entry =
    found && Date.now() - found.at < FRESH_MS ? found : { at: Date.now(), asked: discover(oidc), last: found?.last };
  known.set(key, entry);
  try {
    entry.last = await entry.asked;
    return entry.last;
  } catch (error) {
    // A failure is not kept: the next sign-in asks again.
    entry.at = 0;
    if (entry.last) return entry.last;
    throw error;
  }
}

/** What a sign-in is known by when it comes back. */
export type Secrets = { state: string; nonce: string; verifier: string };

/** Begins a sign-in: the provider's address for it, and what to keep until the answer. */
export async function beginAt({
  oidc,
  redirectUri,
}: {
  oidc: OidcConfig;
  redirectUri: string;
}): Promise<{ to: URL; secrets: Secrets }> {
  const provider = await providerOf(oidc);
  const secrets = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  const to = buildAuthorizationUrl(provider, {
    redirect_uri: redirectUri,
    scope: oidc.scopes,
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: "S256",
    // Without it no provider gives a refresh token for that scope (OpenID Connect Core 11).
    ...(oidc.scopes.split(" ").includes("offline_access") ? { prompt: "consent" } : {}),
  });
  return { to, secrets };
}

/** Who came back, by the provider's answer in an address. Throws what openid-client throws. */
export async function redeem({ oidc, answer, secrets }: { oidc: OidcConfig; answer: URL; secrets: Secrets }) {
  const provider = await providerOf(oidc);
  const tokens = await authorizationCodeGrant(provider, answer, {
    expectedState: secrets.state,
    expectedNonce: secrets.nonce,
    pkceCodeVerifier: secrets.verifier,
    idTokenExpected: true,
  });
  const told = tokens.claims();
  if (told === undefined) throw new Error("an answer without an ID token was let through");
  const claims = await claimsIn({ oidc, provider, told, accessToken: tokens.access_token, subject: told.sub });
  return { subject: told.sub, claims, idToken: tokens.id_token ?? "", tokens: kept({ oidc, answer: tokens, told }) };
}

type Telling = { oidc: OidcConfig; provider: Configuration; told: Claims; accessToken: string; subject: string };

/** Many providers put no more than the subject into the token; the rest is asked for. */
async function claimsIn({ oidc, provider, told, accessToken, subject }: Telling): Promise<Claims> {
  const lacks = [oidc.claim, oidc.person].some((name) => claimOf(told, name) === undefined);
  if (!lacks || provider.serverMetadata().userinfo_endpoint === undefined) return told;
  return { ...(await fetchUserInfo(provider, accessToken, subject)), ...told };
}

/** What is kept of a sign-in to ask again with: a refresh token, else the access token until its end. */
export const tokensSchema = z.object({
  refresh: z.string().optional(),
  access: z.string().optional(),
  /** When the access token ends, in ms since 1970. */
  until: z.number().optional(),
  /** That the claim was in the ID token, so that the access token may know nothing of it. */
  inIdToken: z.boolean().optional(),
});
export type Tokens = z.infer<typeof tokensSchema>;

const keepable = (token: string | undefined) =>
  token !== undefined && token.length <= CONSOLE_LIMITS.oidcToken.most ? token : undefined;

function kept({
  oidc,
  answer,
  told,
  before,
}: {
  oidc: OidcConfig;
  answer: TokenEndpointResponse;
  told: Claims;
  before?: string;
}): Tokens {
  // A provider that gives no new refresh token means the one before.
  const refresh = keepable(answer.refresh_token ?? before);
  if (refresh !== undefined) return { refresh };
  const until = answer.expires_in === undefined ? undefined : Date.now() + answer.expires_in * 1000;
  return { access: keepable(answer.access_token), until, inIdToken: claimOf(told, oidc.claim) !== undefined };
}

/** An answer of the provider that is about somebody else. */
export class OtherSubjectError extends Error {
  override name = "OtherSubjectError";
}

type Renewal = {
  oidc: OidcConfig;
  provider: Configuration;
  tokens: Tokens;
  subject: string;
  keep: (tokens: Tokens) => void;
};

/**
 * What the provider says of a person now; undefined where it cannot be asked with what is kept, and has not refused
 * either. `keep` takes new tokens before anything else is asked: the old ones may be worth nothing by then. Throws
 * OtherSubjectError, and what openid-client throws.
 */
export async function renew({
  oidc,
  provider,
  tokens: { refresh, access, inIdToken },
  subject,
  keep,
}: Renewal): Promise<Claims | undefined> {
  if (refresh !== undefined) {
    const answer = await refreshTokenGrant(provider, refresh);
    const told = answer.claims();
    keep(kept({ oidc, answer, told: told ?? {}, before: refresh }));
    if (told !== undefined && told.sub !== subject)
      throw new OtherSubjectError("a refresh token was answered for another subject");
    return claimsIn({ oidc, provider, told: told ?? {}, accessToken: answer.access_token, subject });
  }
  if (access === undefined || provider.serverMetadata().userinfo_endpoint === undefined) return undefined;
  const claims = await fetchUserInfo(provider, access, subject);
  return inIdToken === true && claimOf(claims, oidc.claim) === undefined ? undefined : claims;
}

/**
 * Tells the provider that tokens are not used any more, where it takes that (RFC 7009). Throws what openid-client
 * throws.
 */
export async function revoke({
  oidc,
  tokens: { refresh, access },
}: {
  oidc: OidcConfig;
  tokens: Tokens;
}): Promise<void> {
  const provider = await providerOf(oidc);
  const token = refresh ?? access;
  if (token === undefined || provider.serverMetadata().revocation_endpoint === undefined) return;
  await tokenRevocation(provider, token, { token_type_hint: refresh === undefined ? "access_token" : "refresh_token" });
}

/** The address that ends the session at the provider; undefined where it offers none. */
export async function endAt({
  oidc,
  idToken,
  backTo,
}: {
  oidc: OidcConfig;
  idToken: string | undefined;
  backTo: string;
}): Promise<URL | undefined> {
  const provider = await providerOf(oidc);
  if (provider.serverMetadata().end_session_endpoint === undefined) return undefined;
  return buildEndSessionUrl(provider, {
    post_logout_redirect_uri: backTo,
    ...(idToken === undefined ? {} : { id_token_hint: idToken }),
  });
}

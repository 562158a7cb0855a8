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
} from "openid-client";
import type { OidcConfig } from "~/config.server";
import { type Claims, claimOf } from "./claims.server";

// The provider, asked by openid-client: discovery, code flow with PKCE, checks of the ID token, its signature included.

/** How long the provider may take for one answer. */
const PATIENCE_S = 5;
const FRESH_MS = 3600_000;

type Known = { at: number; asked: Promise<Configuration>; last: Configuration | undefined };
const known = new Map<string, Known>();

function discover(oidc: OidcConfig): Promise<Configuration> {
  const auth = oidc.clientAuth === "post" ? ClientSecretPost : ClientSecretBasic;
  const insecure = oidc.issuer.startsWith("http:") ? [allowInsecureRequests] : [];
  return discovery(new URL(oidc.issuer), oidc.clientId, undefined, oidc.clientSecret === null ? None() : auth(oidc.clientSecret), {
    execute: [enableNonRepudiationChecks, ...insecure],
    timeout: PATIENCE_S,
  });
}

/** The provider's own description of itself: asked for at the first sign-in, then each hour; while it is away the last one does. Throws what openid-client throws. */
export async function providerOf(oidc: OidcConfig): Promise<Configuration> {
  const key = JSON.stringify([oidc.issuer, oidc.clientId, oidc.clientSecret, oidc.clientAuth]);
  const found = known.get(key);
  const entry = found && Date.now() - found.at < FRESH_MS ? found : { at: Date.now(), asked: discover(oidc), last: found?.last };
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
export async function beginAt({ oidc, redirectUri }: { oidc: OidcConfig; redirectUri: string }): Promise<{ to: URL; secrets: Secrets }> {
  const provider = await providerOf(oidc);
  const secrets = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  const to = buildAuthorizationUrl(provider, {
    redirect_uri: redirectUri,
    scope: oidc.scopes,
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: "S256",
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
  let claims: Claims = told;
  // Many providers put no more than the subject into the token.
  const lacks = [oidc.claim, oidc.person].some((name) => claimOf(told, name) === undefined);
  if (lacks && provider.serverMetadata().userinfo_endpoint !== undefined) {
    claims = { ...(await fetchUserInfo(provider, tokens.access_token, told.sub)), ...told };
  }
  return { subject: told.sub, claims, idToken: tokens.id_token ?? "" };
}

/** The address that ends the session at the provider; undefined where it offers none. */
export async function endAt({ oidc, idToken, backTo }: { oidc: OidcConfig; idToken: string | undefined; backTo: string }): Promise<URL | undefined> {
  const provider = await providerOf(oidc);
  if (provider.serverMetadata().end_session_endpoint === undefined) return undefined;
  return buildEndSessionUrl(provider, { post_logout_redirect_uri: backTo, ...(idToken === undefined ? {} : { id_token_hint: idToken }) });
}

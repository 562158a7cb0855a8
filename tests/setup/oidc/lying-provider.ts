import { createHash } from "node:crypto";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { playServer } from "../console";

// A provider that answers as it is told to, for what a real one never says.

type Answer = { status?: number; body?: unknown; headers?: Record<string, string>; hang?: boolean };
export type Lies = {
  /** Of the ID token; `undefined` takes one away. */
  claims?: JWTPayload;
  /** Signs it. */
  sign?: "own key" | "foreign key" | "none" | "hs256";
  /** In the place of what a path answers. */
  paths?: Record<string, Answer>;
  metadata?: Record<string, unknown>;
  /** Members of the answer with tokens; `undefined` takes one away. */
  tokens?: Record<string, unknown>;
};

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Starts it; `lie` says what is wrong from now on. `clientId` is "console", its secret "secret". */
export async function startLiar() {
  const [own, foreign] = await Promise.all([generateKeyPair("RS256"), generateKeyPair("RS256")]);
  const key = { ...(await exportJWK(own.publicKey)), kid: "one", alg: "RS256", use: "sig" };
  let lies: Lies = {};
  let nonce = "";
  let token = "";
  let tokenCalls = 0;

  async function idToken(issuer: string): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const payload = {
      iss: issuer,
      aud: "console",
      sub: "alice",
      iat: now,
      exp: now + 60,
      nonce,
      email: "alice@example.org",
      email_verified: true,
      ...lies.claims,
    };
    const claims = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined));
    if (lies.sign === "none") return `${base64({ alg: "none" })}.${base64(claims)}.`;
    if (lies.sign === "hs256")
      return new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256", kid: "one" })
        .sign(createHash("sha256").update("secret").digest());
    return new SignJWT(claims)
      .setProtectedHeader({ alg: "RS256", kid: "one" })
      .sign(lies.sign === "foreign key" ? foreign.privateKey : own.privateKey);
  }

  const server = await playServer(({ path }) => {
    const [bare = ""] = path.split("?");
    const lie = lies.paths?.[bare];
    if (bare === "/token") tokenCalls += 1;
    if (lie) return lie;
    switch (bare) {
      case "/.well-known/openid-configuration":
        return {
          body: {
            issuer: server.url,
            authorization_endpoint: `${server.url}/authorize`,
            token_endpoint: `${server.url}/token`,
            jwks_uri: `${server.url}/jwks`,
            response_types_supported: ["code"],
            subject_types_supported: ["public"],
            id_token_signing_alg_values_supported: ["RS256"],
            authorization_response_iss_parameter_supported: true,
            ...lies.metadata,
          },
        };
      case "/jwks":
        return { body: { keys: [key] } };
      case "/token":
        return {
          body: {
            access_token: "an-access-token",
            token_type: "Bearer",
            expires_in: 60,
            id_token: token,
            ...lies.tokens,
          },
        };
      default:
        return { status: 404 };
    }
  });

  return {
    issuer: server.url,
    close: server.close,
    tokenCalls: () => tokenCalls,
    lie: (next: Lies) => void (lies = next),
    /** Signs the ID token of its next answers, with the claims that it lies now. */
    async sign() {
      token = await idToken(server.url);
    },
    /** What it leads back with, for a sign-in that was started at this address. */
    async answer(to: string, change: Record<string, string | undefined> = {}): Promise<string> {
      const asked = new URL(to).searchParams;
      nonce = asked.get("nonce") ?? "";
      token = await idToken(server.url);
      const given = { code: "a-code", state: asked.get("state") ?? "", iss: server.url, ...change };
      return `/login/oidc/callback?${new URLSearchParams(Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))}`;
    },
  };
}

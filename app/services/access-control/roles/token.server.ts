import { importSPKI, compactVerify, decodeJwt, decodeProtectedHeader } from "jose";
import { createPublicKey } from "node:crypto";
import * as z from "zod";
import { isBackendError } from "~/services/platform/http/errors.server";
import type { Scope } from "~/session/scope.server";
import { keyProblem, type PublicKey } from "./public-key.server";
import type { Role } from "./roles.server";

/**
 * What is looked at in a token, in the order of the server, and how it stands. `at` is an instant in ms that the
 * sentence is about.
 */
export type TokenCheck = {
  name: "form" | "algorithm" | "signature" | "times" | "role" | "credential" | "server";
  ok: boolean;
  said: string;
  at?: number;
};
export type TokenReport = { claims: string | null; checks: TokenCheck[]; credential: Role | null; accepted: boolean };

const ALGORITHMS = ["RS256", "RS384", "RS512"];
const second = z.number().finite();

/**
 * What the server itself says to a call with the token: null where it lets it in. Throws BackendError where it could
 * not be asked.
 */
async function askServer({ http }: Pick<Scope, "http">, token: string): Promise<string | null> {
  try {
    // Any signed-in caller may read the root; the last header of a name counts, so the session's own is not sent.
    await http.call({ path: "/", headers: { authorization: `Bearer ${token}` }, schema: z.unknown() });
    return null;
  } catch (error) {
    if (isBackendError(error, 401) || isBackendError(error, 403))
      return error.failure.detail ?? "The token was refused.";
    throw error;
  }
}

async function signatureCheck(token: string, { pem }: PublicKey, algorithm: string): Promise<TokenCheck> {
  const told = (ok: boolean, said: string): TokenCheck => ({ name: "signature", ok, said });
  if (pem === "") return told(false, "No public key is saved, so no token can be checked.");
  if (keyProblem(pem) !== null) return told(false, "The saved public key cannot be read.");
  const spki = createPublicKey(pem).export({ type: "spki", format: "pem" }).toString();
  try {
    await compactVerify(token, await importSPKI(spki, algorithm), { algorithms: ALGORITHMS });
    return told(true, "Signed with the private key that belongs to the saved public key.");
  } catch {
    return told(false, "Signed with another key, or changed since.");
  }
}

function timeChecks(claims: Record<string, unknown>, now: number): TokenCheck[] {
  const at = (name: string) => {
    const parsed = second.safeParse(claims[name]);
    return parsed.success ? parsed.data * 1000 : null;
  };
  const [exp, nbf, iat] = [at("exp"), at("nbf"), at("iat")];
  const told = (ok: boolean, said: string, instant?: number): TokenCheck => ({
    name: "times",
    ok,
    said,
    ...(instant === undefined ? {} : { at: instant }),
  });
  if (nbf !== null && now < nbf) return [told(false, "Not valid until", nbf)];
  if (iat !== null && now < iat) return [told(false, "Issued in the future:", iat)];
  if (exp === null) return [told(true, "Never expires: there is no “exp” claim.")];
  return [now > exp ? told(false, "Expired", exp) : told(true, "Expires", exp)];
}

/**
 * Takes a token apart and says what a server makes of it (contract 10, 0.2): form, algorithm, signature, times, role
 * claim, the credential of that role, and the server's own word. The token goes nowhere but to the server. Throws
 * BackendError.
 */
export async function explainToken({
  scope,
  token,
  key,
  roles,
  now = Date.now(),
}: {
  scope: Pick<Scope, "http">;
  token: string;
  key: PublicKey;
  roles: readonly Role[];
  now?: number;
}): Promise<TokenReport> {
  const refusal = await askServer(scope, token);
  const server: TokenCheck = {
    name: "server",
    ok: refusal === null,
    said: refusal ?? "The server lets a call with this token in.",
  };
  const read = readParts(token);
  if (read === null) {
    const form: TokenCheck = {
      name: "form",
      ok: false,
      said: "This is not a token: three parts of base64url, joined by dots.",
    };
    return { claims: null, checks: [form, server], credential: null, accepted: refusal === null };
  }
  const { algorithm, claims } = read;
  const isRsa = ALGORITHMS.includes(algorithm);
  const named = claims[key.claim] ?? claims["role"];
  const role = typeof named === "string" ? named : null;
  const credential =
    role === null
      ? null
      : (roles.find((one) => one.role !== "" && one.role.toLowerCase() === role.toLowerCase()) ?? null);
  const checks: TokenCheck[] = [
    {
      name: "algorithm",
      ok: isRsa,
      said: isRsa ? algorithm : `${algorithm}: the server takes ${ALGORITHMS.join(", ")} only.`,
    },
    ...(isRsa ? [await signatureCheck(token, key, algorithm)] : []),
    ...timeChecks(claims, now),
    { name: "role", ok: role !== null, said: roleSaid({ claims, claim: key.claim, role }) },
    ...(role === null ? [] : [credentialCheck(role, credential)]),
    server,
  ];
  return { claims: JSON.stringify(claims, null, 2), checks, credential, accepted: refusal === null };
}

function readParts(token: string): { algorithm: string; claims: Record<string, unknown> } | null {
  try {
    return { algorithm: decodeProtectedHeader(token).alg ?? "none", claims: decodeJwt(token) };
  } catch {
    return null;
  }
}

function roleSaid({
  claims,
  claim,
  role,
}: {
  claims: Record<string, unknown>;
  claim: string;
  role: string | null;
}): string {
  const [name, other] = [claim === "" ? "role" : claim, claim === "" || claim === "role" ? "" : " or “role”"];
  if (role === null)
    return claims[name] === undefined ? `There is no claim “${name}”${other}.` : `The claim “${name}” is not text.`;
  return `“${role}”, from the claim “${claims[claim] === undefined ? "role" : claim}”.`;
}

function credentialCheck(role: string, credential: Role | null): TokenCheck {
  if (credential === null) return { name: "credential", ok: false, said: `No credential has the role “${role}”.` };
  if (credential.expired) return { name: "credential", ok: false, said: "The credential of this role has expired." };
  return {
    name: "credential",
    ok: true,
    said: credential.description === "" ? credential.credential : credential.description,
  };
}

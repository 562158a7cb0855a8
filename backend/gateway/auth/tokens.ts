import { compactVerify, decodeJwt, decodeProtectedHeader, importSPKI } from "jose";
import { createPublicKey } from "node:crypto";
import { unauthorized } from "../http/errors";
import type { PublicKey } from "../public-key/schema";

const ALGORITHMS = ["RS256", "RS384", "RS512"];

function refuse(reason: string): Error {
  return unauthorized(`Unable to parse JWT: ${reason}`);
}

function decode<Value>(read: () => Value): Value {
  try {
    return read();
  } catch {
    throw refuse("token is malformed");
  }
}

/**
 * The role that a token names. Checks signature (RSA only), times and the role claim; the configured claim wins, a claim called `role` stands in
 * where it is missing. Throws 401 with the real server's sentences.
 */
export async function roleOfToken({ authorization, key, now = Date.now() }: { authorization: string; key: PublicKey | null; now?: number }): Promise<string> {
  const token = authorization.trim().replace(/^bearer +/i, "");
  if (token.split(".").length !== 3) throw refuse("token contains an invalid number of segments");
  const header = decode(() => decodeProtectedHeader(token));
  const claims = decode(() => decodeJwt(token));
  if (!ALGORITHMS.includes(header.alg ?? "")) throw refuse(`Unexpected signing method: ${header.alg ?? ""}`);
  if (!key || key.public_key === "") throw refuse("No Public Key Registered");
  await verifySignature(token, key, header.alg ?? "");
  const seconds = now / 1000;
  if (claims.exp !== undefined && seconds > claims.exp) throw refuse("Token is expired");
  if (claims.iat !== undefined && seconds < claims.iat) throw refuse("Token used before issued");
  if (claims.nbf !== undefined && seconds < claims.nbf) throw refuse("Token is not valid yet");
  const role = claims[key.role_key] ?? claims["role"];
  if (typeof role !== "string") throw unauthorized("Invalid JWT");
  return role;
}

async function verifySignature(token: string, key: PublicKey, algorithm: string): Promise<void> {
  const stored = createPublicKey(Buffer.from(key.public_key, "base64").toString("utf8"));
  const spki = stored.export({ type: "spki", format: "pem" }).toString();
  try {
    await compactVerify(token, await importSPKI(spki, algorithm), { algorithms: ALGORITHMS });
  } catch {
    throw refuse("crypto/rsa: verification error");
  }
}

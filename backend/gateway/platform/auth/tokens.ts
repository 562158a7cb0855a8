import { compactVerify, importSPKI } from "jose";
import { createPublicKey } from "node:crypto";
import { decodeExactly } from "@common/text/base64";
import { type JsonObject, type JsonValue, LosslessNumber } from "@common/text/json";
import { unauthorized } from "../http/errors";
import type { PublicKey } from "./public-key";
import { Refusal } from "../http/json/refusal";
import { readToken } from "./token-parts";

const ALGORITHMS = ["RS256", "RS384", "RS512"];

function refuse(reason: string): Error {
  return unauthorized(`Unable to parse JWT: ${reason}`);
}

function read(token: string): ReturnType<typeof readToken> {
  try {
    return readToken(token);
  } catch (error) {
    throw refuse(error instanceof Refusal ? error.message : "token is malformed");
  }
}

// Only what the token itself says: a claim may be called as something that every object has.
function claim(claims: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(claims, name) ? claims[name] : undefined;
}

// A time with more digits than a double holds is a time too. What is no number is none, as in the real server.
function timeIn(claims: JsonObject, name: string): number | undefined {
  const value = claim(claims, name);
  return typeof value === "number" || value instanceof LosslessNumber ? Number(value) : undefined;
}

// Of several times that do not fit the last one is told.
function checkTimes(claims: JsonObject, now: number): void {
  const seconds = Math.floor(now / 1000);
  const [exp, iat, nbf] = [timeIn(claims, "exp"), timeIn(claims, "iat"), timeIn(claims, "nbf")];
  if (nbf !== undefined && seconds < nbf) throw refuse("Token is not valid yet");
  if (iat !== undefined && seconds < iat) throw refuse("Token used before issued");
  if (exp !== undefined && seconds > exp) throw refuse("Token is expired");
}

/**
 * The role that a token names. Checks signature (RSA only), times and the role claim; the configured claim wins, a
 * claim called `role` stands in where it is missing. Throws 401 with the real server's sentences.
 */
export async function roleOfToken({
  authorization,
  key,
  now = Date.now(),
}: {
  authorization: string;
  key: PublicKey | null;
  now?: number;
}): Promise<string> {
  const token = authorization.trim().replace(/^bearer +/i, "");
  const { algorithm, claims } = read(token);
  if (!ALGORITHMS.includes(algorithm)) throw refuse(`Unexpected signing method: ${algorithm}`);
  if (!key || key.public_key === "") throw refuse("No Public Key Registered");
  await verifySignature(token, key, algorithm);
  checkTimes(claims, now);
  const role = claim(claims, key.role_key) ?? claim(claims, "role");
  if (typeof role !== "string") throw unauthorized("Invalid JWT");
  return role;
}

async function verifySignature(token: string, key: PublicKey, algorithm: string): Promise<void> {
  const stored = createPublicKey(Buffer.from(key.public_key, "base64").toString("utf8"));
  const spki = stored.export({ type: "spki", format: "pem" }).toString();
  if (decodeExactly(token.split(".")[2] ?? "", "base64url") === undefined)
    throw refuse("crypto/rsa: verification error");
  try {
    await compactVerify(token, await importSPKI(spki, algorithm), { algorithms: ALGORITHMS });
  } catch {
    throw refuse("crypto/rsa: verification error");
  }
}

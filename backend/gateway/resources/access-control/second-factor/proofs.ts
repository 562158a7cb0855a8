import { createHmac, timingSafeEqual } from "node:crypto";
import { derivedKey } from "@common/storage/seal";
import type { User } from "@backend/gateway/platform/auth/user";
import type { Factor } from "./schema";

// A proof holds nothing but its end and a signature over all that it stands on: with another password, or another
// factor, it is none any more.

type About = { user: Pick<User, "username" | "password">; factor: Pick<Factor, "generation">; until: number };

function signature({ user, factor, until }: About, secret: string): Buffer {
  const text = JSON.stringify([user.username, user.password, factor.generation, until]);
  return createHmac("sha256", derivedKey({ secret, purpose: "proof of a second factor" }))
    .update(text)
    .digest();
}

/** A proof that a user gave a code, valid until a time in ms. */
export function signProof(about: About, [secret]: readonly string[]): string {
  if (secret === undefined) throw new Error("no secret to sign with");
  return `${about.until.toString(36)}.${signature(about, secret).toString("base64url")}`;
}

/** Whether a header is a proof for this user and this factor now. */
export function isProof({
  proof,
  now,
  secrets,
  ...about
}: Omit<About, "until"> & { proof: string; now: number; secrets: readonly string[] }): boolean {
  const [, end = "", given = ""] = /^([0-9a-z]{1,10})\.([\w-]{43})$/.exec(proof) ?? [];
  const until = Number.parseInt(end, 36);
  if (!(until > now)) return false;
  const bytes = Buffer.from(given, "base64url");
  return secrets.some((secret) => timingSafeEqual(signature({ ...about, until }, secret), bytes));
}

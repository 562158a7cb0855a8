import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import { Secret, TOTP } from "otpauth";

/** Seconds of a time step. */
const PERIOD = 30;
/** So many steps a clock may be off, either way. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
/**
 * 32 signs, none of which is read for another: 16 of them are 80 bits, which nobody guesses, so that a plain hash keeps
 * them.
 */
const SIGNS = "0123456789abcdefghjkmnpqrstvwxyz";
const RECOVERY_SIGNS = 16;

/** A new shared secret, in base32 as applications take it. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

function totpOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: PERIOD });
}

/** The address by which an application takes a secret, from a picture or a link. */
export function uriOf({ secret, issuer, username }: { secret: string; issuer: string; username: string }): string {
  return totpOf(secret, { issuer, label: username }).toString();
}

/** What was typed as a code, told apart; null for what is neither. Blanks and hyphens are for the eyes. */
export function readCode(typed: string): { kind: "time" | "recovery"; code: string } | null {
  const code = typed.replace(/[\s-]/g, "").toLowerCase();
  if (/^\d{6}$/.test(code)) return { kind: "time", code };
  return code.length === RECOVERY_SIGNS && [...code].every((sign) => SIGNS.includes(sign))
    ? { kind: "recovery", code }
    : null;
}

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * The time step that a code is of, later than `after`; null where it is of none. All steps are compared, so that the
 * time tells nothing.
 */
export function stepOf({
  secret,
  code,
  after,
  now,
}: {
  secret: string;
  code: string;
  after: number;
  now: number;
}): number | null {
  const totp = totpOf(secret);
  const present = Math.floor(now / 1000 / PERIOD);
  let found: number | null = null;
  for (let step = present + WINDOW; step >= present - WINDOW; step--) {
    if (same(totp.generate({ timestamp: step * PERIOD * 1000 }), code) && step > after) found = step;
  }
  return found;
}

/** New recovery codes as their owner is given them. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const signs = Array.from({ length: RECOVERY_SIGNS }, () => SIGNS.charAt(randomInt(SIGNS.length))).join("");
    return (signs.match(/.{4}/g) ?? []).join("-");
  });
}

/** A recovery code as it is kept. */
export function recoveryHash(code: string): string {
  return createHash("sha256")
    .update(`recovery ${code.replaceAll("-", "")}`)
    .digest("base64url");
}

/** The hashes that are left once a code was used; null where it is none of them. */
export function withoutRecovery({ hashes, code }: { hashes: readonly string[]; code: string }): string[] | null {
  const hash = recoveryHash(code);
  const left = hashes.filter((one) => !same(one, hash));
  return left.length === hashes.length ? null : left;
}

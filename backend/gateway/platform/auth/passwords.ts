import { createHmac, randomBytes } from "node:crypto";
import bcrypt from "bcryptjs";

const COST = 10;
/** How long a password that was checked need not be checked again, in ms. */
const REMEMBERED = 5 * 60_000;
const MAX_REMEMBERED = 10_000;

export type PasswordCheck = (attempt: { password: string; hash: string }) => Promise<boolean>;

/** The bcrypt hash of a password. */
export function hashPassword(password: string): Promise<string> {
  return bcrypt.hash(password, COST);
}

/**
 * Whether passwords can be checked with a stored hash: bcrypt alone can. What another program stored in another way is
 * never compared as it is.
 */
export function isKnownHash(hash: string): boolean {
  return /^\$2[aby]?\$\d\d\$/.test(hash);
}

/**
 * A password check that remembers its results for a few minutes, so that bcrypt does not slow every call. What is
 * remembered is a short keyed hash of password and stored hash; the key is of this process only, and a changed password
 * has another stored hash.
 */
export function createPasswordCheck(): PasswordCheck {
  const key = randomBytes(32);
  const results = new Map<string, { until: number; result: Promise<boolean> }>();
  return ({ password, hash }) => {
    const id = createHmac("sha256", key).update(hash).update("\0").update(password).digest("base64url").slice(0, 22);
    const known = results.get(id);
    if (known && known.until > Date.now()) return known.result;
    if (results.size >= MAX_REMEMBERED) results.clear();
    const result = bcrypt.compare(password, hash).catch(() => false);
    results.set(id, { until: Date.now() + REMEMBERED, result });
    return result;
  };
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { decodeExactly } from "../text/base64";

const VERSION = "1";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MOST_KEYS = 100;

const keys = new Map<string, Buffer>();

/** A key of its own for each purpose of a secret, derived once: many a request opens something with it. */
export function derivedKey({ secret, purpose }: { secret: string; purpose: string }): Buffer {
  const name = `${purpose}\0${secret}`;
  const key = keys.get(name) ?? Buffer.from(hkdfSync("sha256", secret, "searchdeck", purpose, 32));
  if (keys.size >= MOST_KEYS) keys.clear();
  keys.set(name, key);
  return key;
}

/** What is sealed for: opened with another purpose, or as what is of somebody else, it is no sealed value. */
type For = { purpose: string; /** Whose it is. */ of?: string; secrets: readonly string[] };

const bound = (of: string) => Buffer.from(`${VERSION}${of}`);

/** Encrypts and authenticates a text (AES-256-GCM) with the first secret. The result is safe in a cookie. */
export function sealText({ text, secrets, purpose, of = "" }: For & { text: string }): string {
  const [first] = secrets;
  if (first === undefined) throw new Error("no secret to seal with");
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", derivedKey({ secret: first, purpose }), nonce);
  cipher.setAAD(bound(of));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url")}`;
}

/**
 * The text of a sealed value, opened with whichever secret fits; undefined when none does, or when the value is not the
 * very one that was given out.
 */
export function unsealText({ value, secrets, purpose, of = "" }: For & { value: string }): string | undefined {
  const [version, payload, ...more] = value.split(".");
  if (version !== VERSION || payload === undefined || more.length > 0) return undefined;
  const bytes = decodeExactly(payload, "base64url");
  if (bytes === undefined || bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined;
  for (const secret of secrets) {
    try {
      const decipher = createDecipheriv("aes-256-gcm", derivedKey({ secret, purpose }), bytes.subarray(0, NONCE_BYTES));
      decipher.setAAD(bound(of));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString(
        "utf8",
      );
    } catch {
      // Not sealed with this secret: the next one is tried, an older one stays valid while it is listed.
    }
  }
  return undefined;
}

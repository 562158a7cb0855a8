import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decodeExactly } from "@common/base64";
import type { Config } from "~/config.server";

const VERSION = "1";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What a sealed value is for. Each has a key of its own: what was sealed for one is nothing in the place of another. */
export type Purpose = "session cookie" | "job credentials" | "way back" | "console work";

const keys = new Map<string, Buffer>();

/** The key of a secret for a purpose, derived once: every request opens a cookie with it. */
function keyOf({ secret, purpose }: { secret: string; purpose: Purpose }) {
  const name = `${purpose}\n${secret}`;
  const key = keys.get(name) ?? Buffer.from(hkdfSync("sha256", secret, "searchdeck", purpose, 32));
  keys.set(name, key);
  return key;
}

type Sealing = { purpose: Purpose; secrets: readonly string[] };

/** Encrypts and authenticates a text (AES-256-GCM) with the first secret, for one purpose. The result is safe in a cookie. */
export function seal({ text, purpose, secrets }: Sealing & { text: string }) {
  const [first] = secrets;
  if (first === undefined) throw new Error("no session secret");
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf({ secret: first, purpose }), nonce);
  cipher.setAAD(Buffer.from(VERSION));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url")}`;
}

/**
 * The text of a value that was sealed for this purpose, opened with whichever secret fits; undefined when none does, or when the value is not the very one that
 * was given out.
 */
export function unseal({ value, purpose, secrets }: Sealing & { value: string }) {
  const [version, payload, ...more] = value.split(".");
  if (version !== VERSION || payload === undefined || more.length > 0) return undefined;
  const bytes = decodeExactly(payload, "base64url");
  if (bytes === undefined || bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined;
  for (const secret of secrets) {
    try {
      const decipher = createDecipheriv("aes-256-gcm", keyOf({ secret, purpose }), bytes.subarray(0, NONCE_BYTES));
      decipher.setAAD(Buffer.from(VERSION));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
    } catch {
      // Not sealed with this secret: the next one is tried, an older one stays valid while it is listed.
    }
  }
  return undefined;
}

const kept = new Map<string, string>();

/** The secrets of this console: the configured ones, else one that is made once and kept in the data folder, readable by its owner only. */
export function sessionSecrets({ sessionSecrets: given, dataDir }: Pick<Config, "sessionSecrets" | "dataDir">): readonly string[] {
  if (given.length > 0) return given;
  const known = kept.get(dataDir);
  if (known !== undefined) return [known];
  const file = join(dataDir, "session.secret");
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  const secret = readFileSync(file, "utf8").trim();
  kept.set(dataDir, secret);
  return [secret];
}

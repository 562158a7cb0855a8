import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decodeExactly } from "@common/base64";
import type { Config } from "~/config.server";

const VERSION = "1";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keys = new Map<string, Buffer>();

/** The key of a secret, derived once: every request opens a cookie with it. */
function keyOf(secret: string) {
  const key = keys.get(secret) ?? Buffer.from(hkdfSync("sha256", secret, "searchdeck", "session cookie", 32));
  keys.set(secret, key);
  return key;
}

/** Encrypts and authenticates a text (AES-256-GCM) with the first secret. The result is safe in a cookie. */
export function seal({ text, secrets }: { text: string; secrets: readonly string[] }) {
  const [first] = secrets;
  if (first === undefined) throw new Error("no session secret");
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(first), nonce);
  cipher.setAAD(Buffer.from(VERSION));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url")}`;
}

/** The text of a sealed value, opened with whichever secret fits; undefined when none does, or when the value is not the very one that was given out. */
export function unseal({ value, secrets }: { value: string; secrets: readonly string[] }) {
  const [version, payload, ...more] = value.split(".");
  if (version !== VERSION || payload === undefined || more.length > 0) return undefined;
  const bytes = decodeExactly(payload, "base64url");
  if (bytes === undefined || bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined;
  for (const secret of secrets) {
    try {
      const decipher = createDecipheriv("aes-256-gcm", keyOf(secret), bytes.subarray(0, NONCE_BYTES));
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

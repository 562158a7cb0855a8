import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { privateFile, privateFolder } from "@common/storage/private-files";
import { sealText, unsealText } from "@common/storage/seal";
import type { Config } from "~/server/config.server";

/**
 * What a sealed value is for. Each has a key of its own: what was sealed for one is nothing in the place of another.
 */
export type Purpose =
  | "session cookie"
  | "sign-in step"
  | "sign-in by provider"
  | "sign-out at provider"
  | "turned away"
  | "provider tokens"
  | "second factor"
  | "job credentials"
  | "way back"
  | "console work"
  | "shared link"
  | "weekly report"
  | "scheduled tests";

type Sealing = { purpose: Purpose; secrets: readonly string[] };

/** Encrypts and authenticates a text with the first secret, for one purpose. The result is safe in a cookie. */
export function seal({ text, purpose, secrets }: Sealing & { text: string }) {
  return sealText({ text, secrets, purpose });
}

/**
 * The text of a value that was sealed for this purpose, opened with whichever secret fits; undefined when none does, or
 * when the value is not the very one that was given out.
 */
export function unseal({ value, purpose, secrets }: Sealing & { value: string }) {
  return unsealText({ value, secrets, purpose });
}

const kept = new Map<string, string>();

/**
 * The secrets of this console: the configured ones, else one that is made once and kept in the data folder, readable by
 * its owner only.
 */
export function sessionSecrets({
  sessionSecrets: given,
  dataDir,
}: Pick<Config, "sessionSecrets" | "dataDir">): readonly string[] {
  if (given.length > 0) return given;
  const known = kept.get(dataDir);
  if (known !== undefined) return [known];
  const file = join(dataDir, "session.secret");
  privateFolder(dataDir);
  try {
    writeFileSync(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  privateFile(file);
  const secret = readFileSync(file, "utf8").trim();
  kept.set(dataDir, secret);
  return [secret];
}

import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { privateFile, privateFolder, PRIVATE_FILE } from "@common/storage/private-files";

// The key that seals second factors where the operator gives none. It lies in the data folder and in no index, so that
// no call of the API, no export and no snapshot ever has it beside what it seals.

const LEAST = 32;
const newKey = () => randomBytes(32).toString("base64url");
/** For a gateway without a data folder: what it seals ends with the process. */
const ofThisProcess = newKey();

/**
 * Reads the key from its file, made at the first call, readable by this process's user alone. Throws what the file
 * system says.
 */
export function createOwnKey(file: string | undefined): () => string {
  let known = file === undefined ? ofThisProcess : undefined;
  return () => (known ??= file === undefined ? ofThisProcess : readOrMake(file));
}

function readOrMake(file: string): string {
  privateFolder(dirname(file));
  try {
    writeFileSync(file, newKey(), { flag: "wx", mode: PRIVATE_FILE });
  } catch (error) {
    // Made before, or by another gateway on this folder at this moment.
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  privateFile(file);
  const key = readFileSync(file, "utf8").trim();
  if (key.length < LEAST)
    throw new Error(
      `${file} holds no key of second factors: restore it from a copy, or delete it and have users set their second factor up again`,
    );
  return key;
}

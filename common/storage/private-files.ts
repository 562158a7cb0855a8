import { chmodSync, closeSync, existsSync, lstatSync, mkdirSync, openSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";

// What lies in a data folder is for the user of this process alone: folders 0700, files 0600, whatever the umask says
// and whoever made the folder before.

export const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
const OF_OTHERS = 0o077;
/** Makes a folder one in which everybody may write and nobody may touch what is another's, as `/tmp` is. */
const STICKY = 0o1000;
/** Files of a folder that are looked at; a data folder has far fewer. */
const MOST_FILES = 100_000;

const isOurs = ({ uid }: { uid: number }) =>
  process.getuid === undefined || uid === process.getuid() || process.getuid() === 0;

/**
 * Takes a file's rights from all others. False where nothing had to be done or it is not ours. Links are left alone.
 */
function tighten(path: string): boolean {
  try {
    const found = lstatSync(path);
    if (!(found.isFile() || found.isDirectory()) || (found.mode & OF_OTHERS) === 0 || !isOurs(found)) return false;
    chmodSync(path, found.mode & 0o700);
    return true;
  } catch {
    // Gone meanwhile, or on a file system without rights.
    return false;
  }
}

/**
 * Whether a folder serves others beside us, so that closing it would shut them out: `/tmp`, a home, the root, where the
 * program lies.
 */
function isShared(folder: string): boolean {
  const path = resolve(folder);
  return (
    path === "/" ||
    path === homedir() ||
    (lstatSync(path).mode & STICKY) !== 0 ||
    existsSync(join(path, "package.json"))
  );
}

/**
 * Makes a folder for this process's user alone; one that is there and open to others is closed, unless it is shared.
 * Throws what making it throws.
 */
export function privateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  if (!isShared(folder)) tighten(folder);
}

/** Sees to it that a file that is about to be opened, or made, is for this process's user alone. */
export function privateFile(path: string): void {
  try {
    closeSync(openSync(path, "ax", PRIVATE_FILE));
  } catch {
    // It is there, or cannot be made, which whoever opens it will tell.
  }
  tighten(path);
}

/** A data base and the files that SQLite keeps beside it, which it makes with the rights of the data base. */
export function privateDatabase(path: string): void {
  privateFile(path);
  for (const ending of ["-wal", "-shm", "-journal"]) tighten(`${path}${ending}`);
}

type Told = (told: { folder: string; files: number }, message: string) => void;

/**
 * Takes a data folder into use: made where it is missing, and it and all that lies in it closed to others. `warn` is
 * told once where others could read it, for that may have been so for long.
 */
export function takeDataFolder(folder: string, warn: Told): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  if (isShared(folder)) {
    warn(
      { folder, files: 0 },
      "the data folder serves others too: use a folder of its own, which nobody else may read",
    );
    return;
  }
  const wasOpen = tighten(folder);
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" }).slice(0, MOST_FILES);
  const files = found.filter((name) => tighten(join(folder, name))).length;
  if (wasOpen || files > 0)
    warn({ folder, files }, "other users of this machine could read the data folder: it was closed to them");
}

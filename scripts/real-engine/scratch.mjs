// Where the data of engines that live for one test run go.
import { existsSync, mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const ROOM = 4 * 2 ** 30;

function hasRoom(folder) {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= ROOM;
}

/**
 * Makes an empty folder whose name begins with `prefix`: in memory where the machine offers 4 GiB of it as a folder,
 * for a real engine waits for its disk at every index it makes; among the temporary files otherwise. Whoever asks
 * removes it.
 */
export function makeScratchFolder(prefix) {
  return mkdtempSync(join(hasRoom(MEMORY) ? MEMORY : tmpdir(), prefix));
}

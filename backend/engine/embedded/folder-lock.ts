import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "@common/process/is-alive";
import { privateFolder } from "@common/storage/private-files";

/** When a process began, in the kernel's ticks since boot: tells a process from a later one with the same number. */
function startOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

function holder(path: string): { pid: number; start: string } | undefined {
  try {
    const [pid, start = ""] = readFileSync(path, "utf8").trim().split(" ");
    return { pid: Number(pid), start };
  } catch {
    return undefined;
  }
}

/** Folders that this process holds: its own number in a lock file is no proof of another run. */
const held = new Set<string>();

/**
 * Takes a data folder for this process alone. Throws where another engine has it; a lock left by a killed one is taken
 * over.
 */
export function lockFolder(folder: string): () => void {
  privateFolder(folder);
  const path = join(folder, "engine.lock");
  for (let tries = 0; ; tries++) {
    try {
      const file = openSync(path, "wx", 0o600);
      try {
        writeSync(file, `${process.pid} ${startOf(process.pid)}`);
      } catch (error) {
        // The disk is full: an empty file would say that nobody has the folder, or that somebody has.
        rmSync(path, { force: true });
        throw error;
      } finally {
        closeSync(file);
      }
      break;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST") || tries > 5) throw error;
    }
    const other = holder(path);
    const same = other?.pid === process.pid && !held.has(path);
    if (other && !same && isAlive(other.pid) && (other.start === "" || other.start === startOf(other.pid))) {
      throw new Error(
        `The data folder ${folder} is in use by another engine (process ${other.pid}). Stop that one first, or name another folder.`,
      );
    }
    rmSync(path, { force: true });
  }
  held.add(path);
  return () => {
    held.delete(path);
    rmSync(path, { force: true });
  };
}

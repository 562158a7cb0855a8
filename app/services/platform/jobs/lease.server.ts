import { randomBytes } from "node:crypto";
import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { isAlive } from "@common/process/is-alive";
import type { JobRow } from "./table.server";

// Two consoles on one data folder must not both run a job. Who runs one says so in its row and renews that; a console
// that died is told by its process where it ran on this machine, and by the time everywhere else.

export const LEASE_MS = 30_000;

/** This machine; in containers also which one, for process ids mean nothing outside of theirs. */
function place(): string {
  try {
    return `${hostname()}/${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}

// Told apart from an earlier process of the same id, as every container's first has one.
const began = Math.round(performance.timeOrigin);

/** A new lease of this process: `place|pid|when it began|random`. */
export function newLease(): string {
  return [place(), process.pid, began, randomBytes(6).toString("base64url")].join("|");
}

/** Whether nobody runs a job, though its row may say so. */
export function isFree({ lease, leaseUntil }: Pick<JobRow, "lease" | "leaseUntil">, now = Date.now()): boolean {
  if (lease === null || (leaseUntil ?? 0) < now) return true;
  const [where, pid, since] = lease.split("|");
  if (where !== place()) return false;
  return Number(pid) === process.pid ? Number(since) !== began : !isAlive(Number(pid));
}

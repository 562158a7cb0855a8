import * as z from "zod";
import type { BackendClient } from "~/services/http/client.server";
import { isBackendError } from "~/services/http/errors.server";

export type Health = "green" | "yellow" | "red" | "reachable" | "failing" | "unreachable";

const TIMEOUT_MS = 2_500;
const FRESH_MS = 10_000;
const STALE_MS = 60_000;
/** A bad word is asked again soon, and never shown while the next one is on its way. */
const BAD_FRESH_MS = 1_000;
const healthSchema = z.object({ status: z.enum(["green", "yellow", "red"]) });

async function fetchHealth(http: BackendClient): Promise<Health> {
  try {
    return (await http.call({ path: "/_cluster/health", schema: healthSchema, timeout: TIMEOUT_MS })).status;
  } catch (error) {
    if (!isBackendError(error)) throw error;
    if (error.failure.kind === "unreachable" || error.failure.kind === "timeout") return "unreachable";
    if (error.failure.kind === "engine-away") return "failing";
    // Not every user may read the cluster's health; `/arc/health` needs no right and says only whether the engine is there.
    return probe(http);
  }
}

async function probe(http: BackendClient): Promise<Health> {
  try {
    await http.send({ path: "/arc/health", timeout: TIMEOUT_MS });
    return "reachable";
  } catch (error) {
    if (isBackendError(error, 404) || isBackendError(error, 405)) return "reachable";
    return isBackendError(error) && (error.failure.kind === "status" || error.failure.kind === "engine-away") ? "failing" : "unreachable";
  }
}

type Kept = { at: number; health: Promise<Health>; bad: boolean };
const kept = new Map<string, Kept>();

/**
 * The health word for the header. Asked for at most every ten seconds; for a minute the last word is shown while the next is on its way,
 * so that a slow server does not slow every page.
 */
export async function getHealth({ http, key }: { http: BackendClient; key: string }): Promise<Health> {
  const found = kept.get(key);
  const age = found ? Date.now() - found.at : Number.POSITIVE_INFINITY;
  if (found && age < (found.bad ? BAD_FRESH_MS : FRESH_MS)) return found.health;
  const next = fetchHealth(http);
  const entry: Kept = { at: Date.now(), health: next, bad: false };
  void next.then((health) => (entry.bad = health === "unreachable" || health === "failing"));
  kept.set(key, entry);
  const [oldest] = kept.keys();
  if (kept.size > 500 && oldest !== undefined) kept.delete(oldest);
  return found && !found.bad && age < STALE_MS ? found.health : next;
}

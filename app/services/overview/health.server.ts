import * as z from "zod";
import type { Scope } from "~/session/scope.server";
import type { BackendClient } from "~/services/platform/http/client.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import { isNotOffered } from "~/services/platform/http/not-offered.server";

// The one reader of the server's health: the header shows its word on every page, the overview all of it, and on one
// page both tell the same.

const healthSchema = z.object({
  cluster_name: z.string().catch(""),
  status: z.enum(["green", "yellow", "red"]),
  number_of_nodes: z.number().catch(1),
  unassigned_shards: z.number().catch(0),
  initializing_shards: z.number().catch(0),
  relocating_shards: z.number().catch(0),
  // Told by our own back end: why indices take no writes, and what helps.
  disk: z.object({ reason: z.string() }).optional().catch(undefined),
});

export type ClusterHealth = z.infer<typeof healthSchema>;

export type HealthWord = "green" | "yellow" | "red" | "no-writes" | "online" | "failing" | "unreachable";

/** The header waits no longer for its word. */
const PATIENCE_MS = 2_500;
/** The header's word is asked for again after this long. */
const FRESH_MS = 10_000;
/**
 * Until then the last word is shown while the next one is on its way, so that a slow server does not slow every page.
 */
const STALE_MS = 60_000;
/** A bad word is asked again soon, and never shown while the next one is on its way. */
const BAD_FRESH_MS = 1_000;
/** How long the header of a page that shows the health itself waits before it falls back to the last word. */
const SAME_PAGE_MS = 1_000;
const MOST_KEPT = 500;

type Kept = { at: number; requestId: string; cluster: Promise<ClusterHealth>; word: Promise<HealthWord>; bad: boolean };
const kept = new Map<string, Kept>();

type Asked = {
  http: BackendClient;
  /** Whose word is kept: the id of the session. */ key: string;
  /** The request for a page: its loaders share one call. */ requestId: string;
};

function ask({ http, key, requestId }: Asked): Kept {
  const cluster = http.call({ path: "/_cluster/health", schema: healthSchema });
  const word = Promise.race([wordOf({ http, cluster }), after(PATIENCE_MS, "unreachable" as const)]);
  const entry: Kept = { at: Date.now(), requestId, cluster, word, bad: false };
  kept.delete(key);
  kept.set(key, entry);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  const forget = () => {
    if (kept.get(key) === entry) kept.delete(key);
  };
  void word.then((found) => (entry.bad = found === "unreachable" || found === "failing"), forget);
  // A reader who left says nothing about the server.
  cluster.catch((error: unknown) => {
    if (isBackendError(error) && error.failure.kind === "aborted") forget();
  });
  return entry;
}

// By age too: ids of requests come from a proxy where there is one.
function ofSamePage({ key, requestId }: Asked): Kept | undefined {
  const found = kept.get(key);
  return found?.requestId === requestId && Date.now() - found.at < FRESH_MS ? found : undefined;
}

async function wordOf({
  http,
  cluster,
}: {
  http: BackendClient;
  cluster: Promise<ClusterHealth>;
}): Promise<HealthWord> {
  try {
    const { status, disk } = await cluster;
    return disk === undefined ? status : "no-writes";
  } catch (error) {
    if (!isBackendError(error)) throw error;
    const { kind } = error.failure;
    if (kind === "unreachable" || kind === "timeout" || kind === "aborted") return "unreachable";
    if (kind === "engine-away") return "failing";
    // Not every user may read the cluster's health; `/arc/health` needs no right and says only whether the engine is
    // there.
    return probe(http);
  }
}

async function probe(http: BackendClient): Promise<HealthWord> {
  try {
    await http.send({ path: "/arc/health", timeout: PATIENCE_MS });
    return "online";
  } catch (error) {
    if (!isBackendError(error)) return "unreachable";
    if (isNotOffered(error.failure) || error.status === 402) return "online";
    return error.failure.kind === "status" || error.failure.kind === "engine-away" ? "failing" : "unreachable";
  }
}

/** The health of the cluster as the engine tells it now; one call with the header's word. Throws BackendError. */
export function getClusterHealth({
  http,
  session,
  context,
}: Pick<Scope, "http" | "session" | "context">): Promise<ClusterHealth> {
  const asked = { http, key: session.id, requestId: context.requestId };
  return (ofSamePage(asked) ?? ask(asked)).cluster;
}

/**
 * The health word for the header: asked for at most every ten seconds, and for a minute the last word stands while the
 * next is on its way.
 * `now` is for a page that shows the health itself: both then tell the same, unless the server is slow.
 */
export async function getHealthWord({ now = false, ...asked }: Asked & { now?: boolean }): Promise<HealthWord> {
  const same = ofSamePage(asked);
  if (same) return same.word;
  const found = kept.get(asked.key);
  const age = found ? Date.now() - found.at : Number.POSITIVE_INFINITY;
  if (found && !now && age < (found.bad ? BAD_FRESH_MS : FRESH_MS)) return found.word;
  const next = ask(asked).word;
  if (!found || found.bad || age >= STALE_MS) return next;
  return now ? Promise.race([next, after(SAME_PAGE_MS, found.word)]) : found.word;
}

function after<T>(ms: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(resolve, ms, value).unref());
}

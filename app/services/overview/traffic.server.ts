import * as z from "zod";
import type { Scope } from "~/session/scope.server";
import { keepAnswer } from "~/services/data/logs/kept-answers.server";

const listSchema = z.object({
  total: z.number(),
  logs: z
    .array(z.object({ response: z.object({ took: z.number().nullish() }).partial().nullish() }))
    .nullish()
    .transform((logs) => logs ?? []),
});

/**
 * `requests` is null where the server keeps no log: it answers with an empty one, though signing in here was a request.
 */
export type Traffic = { span: "hour" | "day"; requests: number | null; errors: number; p95: number | null };

const HOUR_SECONDS = 3600;

type Who = Pick<Scope, "http" | "identity">;

/**
 * Requests of the last hour, how many failed, and the 95th percentile of the searches' time in milliseconds, out of the
 * request log. Servers without `/arc/plan` read dates only (contract 10, 4.1), so there it is the current day. Throws
 * BackendError; 405 where there is no log.
 */
async function fetchTraffic({ http, identity }: Who): Promise<Traffic> {
  const now = Math.floor(Date.now() / 1000);
  const exact = identity.plan.version !== null;
  const span = exact
    ? { from_timestamp: now - HOUR_SECONDS, to_timestamp: now + 1 }
    : { start_date: new Date().toISOString().slice(0, 10).replaceAll("-", "/") };
  const count = (query: Record<string, string | number>, path = "/_logs") =>
    http.call({ path, query: { ...span, size: 1, ...query }, schema: listSchema });
  const [all, errors, searches] = await Promise.all([
    count({}),
    count({ filter: "error" }),
    count({}, "/_logs/search"),
  ]);
  return {
    span: exact ? "hour" : "day",
    requests: all.total === 0 ? null : all.total,
    errors: errors.total,
    p95: await percentile(searches.total),
  };

  // `/_logs/search` comes slowest first, so the record a twentieth down the list holds the 95th percentile.
  async function percentile(total: number) {
    if (total === 0) return null;
    const at = Math.min(Math.floor(total * 0.05), 9_999);
    const page = await count({ from: at }, "/_logs/search");
    return page.logs[0]?.response?.took ?? null;
  }
}

/**
 * `fetchTraffic`, asked for at most every ten seconds by a session: it is four searches of the log. A failure is not
 * kept. Throws BackendError.
 */
export function getTraffic(who: Pick<Scope, "session" | "identity" | "context">): Promise<Traffic> {
  const { identity } = who;
  return keepAnswer({ who, key: "traffic", ask: (http) => fetchTraffic({ http, identity }) });
}

import { matchPath, specificity } from "./path-match";
import type { PipelineRoute } from "@common/pipelines/document/types";
import type { LivePipeline } from "./ready";

/** A pipeline and the route of it that a call fits, with what its path says. */
export type Candidate = { live: LivePipeline; route: PipelineRoute; params: Readonly<Record<string, string>> };

type Entry = { live: LivePipeline; route: PipelineRoute };
type Table = ReadonlyMap<string, readonly Entry[]>;

const ANY = "{}";
const firstOf = (path: string) => {
  const [first = ""] = path.split("/").filter((segment) => segment !== "");
  return /^(?:\{.*\}|:.+)$/.test(first) ? ANY : first;
};

// Higher priority first; of equal ones that whose path says more, then the older one.
function byOrder(a: Entry, b: Entry): number {
  return (
    b.live.document.priority - a.live.document.priority ||
    specificity(b.route.path) - specificity(a.route.path) ||
    a.live.held.pipeline.created_at - b.live.held.pipeline.created_at ||
    (a.live.held.pipeline.id < b.live.held.pipeline.id ? -1 : 1)
  );
}

function tableOf(all: readonly LivePipeline[]): Table {
  const table = new Map<string, Entry[]>();
  for (const live of all) {
    if (!live.document.enabled || live.document.trigger.type === "cron") continue;
    for (const route of live.document.routes) {
      const key = `${route.method} ${firstOf(route.path)}`;
      table.set(key, [...(table.get(key) ?? []), { live, route }]);
    }
  }
  for (const entries of table.values()) entries.sort(byOrder);
  return table;
}

/**
 * Finds what may answer a call, in the order in which it is asked: by method, path and priority. A table by the first
 * segment keeps a call that no pipeline means from being held against each of them.
 */
export function createFinding(): (
  all: readonly LivePipeline[],
  call: { method: string; segments: readonly string[] },
) => Candidate[] {
  const tables = new WeakMap<readonly LivePipeline[], Table>();
  return (all, { method, segments }) => {
    if (all.length === 0) return [];
    const table = tables.get(all) ?? tableOf(all);
    tables.set(all, table);
    const named = table.get(`${method} ${segments[0] ?? ""}`) ?? [];
    const open = table.get(`${method} ${ANY}`) ?? [];
    const entries = open.length === 0 ? named : [...named, ...open].sort(byOrder);
    return entries.flatMap(({ live, route }) => {
      const params = matchPath(route, segments);
      return params === null ? [] : [{ live, route, params }];
    });
  };
}

/** Whether the time of a pipeline has come and is not over, `at` in unix seconds. */
export function isInTime({ trigger: { timeframe } }: LivePipeline["document"], at: number): boolean {
  return timeframe === null || (at >= timeframe.start && (timeframe.end === null || at <= timeframe.end));
}

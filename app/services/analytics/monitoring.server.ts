import * as z from "zod";
import { parseSize } from "~/lib/values/numbers";
import { whereOffered } from "~/services/platform/http/not-offered.server";
import type { Scope } from "~/session/scope.server";

// Out of `_cat`, whose calls servers give to whoever may see analytics; those of `_nodes` and `_cluster` they do not.
// All values are texts there.

const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => (value === "-" ? null : (value ?? null)));
const number = text.transform((value) => {
  const read = value === null || value === "" ? Number.NaN : Number(value.replace(/%$/, ""));
  return Number.isFinite(read) ? read : null;
});
const size = text.transform((value) => parseSize(value) ?? null);

const healthSchema = z.array(
  z.object({
    cluster: text,
    status: z.enum(["green", "yellow", "red"]),
    "node.total": number,
    shards: number,
    pri: number,
    relo: number,
    init: number,
    unassign: number,
    pending_tasks: number,
    max_task_wait_time: text,
  }),
);
const nodesSchema = z.array(
  z.object({
    name: z.string().catch(""),
    "node.role": text,
    master: text,
    version: text,
    cpu: number,
    load_1m: number,
    "heap.percent": number,
    "heap.max": size,
    "ram.percent": number,
    "ram.max": size,
    "disk.total": size,
    "disk.avail": size,
    "disk.used_percent": number,
    uptime: text,
  }),
);
const poolsSchema = z.array(
  z.object({ node_name: z.string().catch(""), name: z.string(), active: number, queue: number, rejected: number }),
);

export type EngineHealth = {
  status: "green" | "yellow" | "red";
  nodes: number | null;
  shards: { active: number | null; primary: number | null; moving: number; unassigned: number };
  /** Changes to the cluster's state that wait, and how long the oldest has, in the engine's words. */
  tasks: { pending: number | null; longest: string | null };
};

/** The engine's health; null where the server does not tell it. Throws BackendError. */
export async function getEngineHealth({ http }: Pick<Scope, "http">): Promise<EngineHealth | null> {
  const [row] =
    (await whereOffered(http.call({ path: "/_cat/health", query: { format: "json" }, schema: healthSchema }))) ?? [];
  if (row === undefined) return null;
  return {
    status: row.status,
    nodes: row["node.total"],
    shards: {
      active: row.shards,
      primary: row.pri,
      moving: (row.relo ?? 0) + (row.init ?? 0),
      unassigned: row.unassign ?? 0,
    },
    tasks: { pending: row.pending_tasks, longest: row.max_task_wait_time },
  };
}

/** What a node is made of and how busy it is; percentages from 0 to 100, bytes; null where the engine does not tell. */
export type NodeFigures = {
  name: string;
  roles: string | null;
  elected: boolean;
  version: string | null;
  cpu: number | null;
  load: number | null;
  heap: { percent: number | null; max: number | null };
  memory: { percent: number | null; max: number | null };
  disk: { percent: number | null; free: number | null; total: number | null };
  uptime: string | null;
};

const COLUMNS = Object.keys(nodesSchema.element.shape).join(",");

/** The nodes of the engine by name; null where the server does not tell them. Throws BackendError. */
export async function listNodeFigures({ http }: Pick<Scope, "http">): Promise<NodeFigures[] | null> {
  const rows = await whereOffered(
    http.call({ path: "/_cat/nodes", query: { format: "json", bytes: "b", h: COLUMNS }, schema: nodesSchema }),
  );
  return rows && rows.map(nodeOf).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function nodeOf(row: z.output<typeof nodesSchema>[number]): NodeFigures {
  const [total, free] = [row["disk.total"], row["disk.avail"]];
  const counted = total === null || free === null || total === 0 ? null : ((total - free) / total) * 100;
  return {
    name: row.name,
    roles: row["node.role"],
    elected: row.master === "*",
    version: row.version,
    cpu: row.cpu,
    load: row.load_1m,
    heap: { percent: row["heap.percent"], max: row["heap.max"] },
    memory: { percent: row["ram.percent"], max: row["ram.max"] },
    disk: { percent: row["disk.used_percent"] ?? counted, free, total },
    uptime: row.uptime,
  };
}

export type ThreadPool = { node: string; name: string; active: number; queue: number; rejected: number };

/** Pools that are shown though nothing happens in them. */
const ALWAYS = new Set(["search", "write"]);

/**
 * Thread pools that do or did something, and those of searches and writes; null where the engine has none. Throws
 * BackendError.
 */
export async function listThreadPools({ http }: Pick<Scope, "http">): Promise<ThreadPool[] | null> {
  const query = { format: "json", h: "node_name,name,active,queue,rejected" };
  const rows = await whereOffered(http.call({ path: "/_cat/thread_pool", query, schema: poolsSchema }));
  if (rows === null) return null;
  return rows
    .map((row) => ({
      node: row.node_name,
      name: row.name,
      active: row.active ?? 0,
      queue: row.queue ?? 0,
      rejected: row.rejected ?? 0,
    }))
    .filter(({ name, active, queue, rejected }) => ALWAYS.has(name) || active + queue + rejected > 0)
    .sort(
      (a, b) =>
        b.rejected - a.rejected ||
        b.queue - a.queue ||
        b.active - a.active ||
        (`${a.node} ${a.name}` < `${b.node} ${b.name}` ? -1 : 1),
    );
}

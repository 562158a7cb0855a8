import { freemem, loadavg, totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";
import type { IndexState } from "../index/index-state";
import type { EmbeddedState } from "../state";

/** The one node's name and the cluster's. */
export const NODE_NAME = "searchdeck";
export const CLUSTER_NAME = "searchdeck";
export const ADDRESS = { transport_address: "127.0.0.1:9300", host: "127.0.0.1", ip: "127.0.0.1" };
export const ROLES = ["data", "master"];
/** The version of Elasticsearch whose API this is. */
export const VERSION = "7.10.2";
/** When that version was built, and on which Lucene. */
export const BUILD_DATE = "2021-01-13T00:42:12.435326Z";
export const LUCENE_VERSION = "8.7.0";

export type Health = "green" | "yellow" | "red";

/** Copies of a shard have no second node to live on, so an index that wants some is yellow. */
export function healthOf(index: IndexState): Health {
  return index.replicas > 0 ? "yellow" : "green";
}

/**
 * Documents and bytes of an index. Documents are Lucene's, as real engines tell them here: with the objects of nested
 * fields.
 */
export function countsOf(index: IndexState): { docs: number; deleted: number; bytes: number } {
  const counts = { docs: 0, deleted: 0, bytes: index.stored.size };
  for (const { luceneCounts } of index.stored.snapshot.segments) {
    counts.docs += luceneCounts.live;
    counts.deleted += luceneCounts.dead;
  }
  return counts;
}

export type ClusterCounts = {
  status: Health;
  indices: number;
  primaries: number;
  unassigned: number;
  docs: number;
  deleted: number;
  bytes: number;
  segments: number;
};

/** What the indices come to together. */
export function clusterCounts(indices: readonly IndexState[]): ClusterCounts {
  const counts: ClusterCounts = {
    status: "green",
    indices: indices.length,
    primaries: 0,
    unassigned: 0,
    docs: 0,
    deleted: 0,
    bytes: 0,
    segments: 0,
  };
  for (const index of indices) {
    const own = countsOf(index);
    if (healthOf(index) === "yellow") counts.status = "yellow";
    counts.primaries += index.shards;
    counts.unassigned += index.shards * index.replicas;
    counts.docs += own.docs;
    counts.deleted += own.deleted;
    counts.bytes += own.bytes;
    counts.segments += index.stored.snapshot.segments.length;
  }
  return counts;
}

/** The share of the wanted shards that are there, in percent. */
export function activePercent({ primaries, unassigned }: ClusterCounts): number {
  return primaries + unassigned === 0 ? 100 : (primaries / (primaries + unassigned)) * 100;
}

let lastCpu = { at: process.hrtime.bigint(), usage: process.cpuUsage() };

/** Memory and load of the process, for node tables. */
export function processFacts({ startedAt }: EmbeddedState) {
  const memory = process.memoryUsage();
  const now = process.hrtime.bigint();
  const usage = process.cpuUsage(lastCpu.usage);
  const elapsed = Number(now - lastCpu.at) / 1000;
  const cpu = elapsed > 0 ? Math.min(100, Math.round(((usage.user + usage.system) / elapsed) * 100)) : 0;
  lastCpu = { at: now, usage: process.cpuUsage() };
  const [one = 0, five = 0, fifteen = 0] = loadavg();
  const total = totalmem();
  // What the heap may grow to: what it has now is nearly always nearly full.
  const heapMost = getHeapStatistics().heap_size_limit;
  return {
    uptimeMs: Date.now() - startedAt,
    heapUsed: memory.heapUsed,
    heapMost,
    heapPercent: Math.round((memory.heapUsed / heapMost) * 100),
    resident: memory.rss,
    memoryTotal: total,
    memoryFree: freemem(),
    ramPercent: Math.round(((total - freemem()) / total) * 100),
    cpu,
    load: { one, five, fifteen },
  };
}

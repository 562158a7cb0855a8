import { ADDRESS, CLUSTER_NAME, clusterCounts, NODE_NAME, processFacts, ROLES, VERSION } from "./facts";
import type { RouteContext } from "../http/types";
import type { EmbeddedState } from "../state";

type Context = RouteContext<EmbeddedState>;

/** `_cluster/stats`. */
export function clusterStats({ engine }: Context) {
  const indices = engine.indices.all();
  const counts = clusterCounts(indices);
  const facts = processFacts(engine);
  const body = {
    _nodes: { total: 1, successful: 1, failed: 0 },
    cluster_name: CLUSTER_NAME,
    cluster_uuid: engine.clusterUuid,
    timestamp: Date.now(),
    status: counts.status,
    indices: {
      count: counts.indices,
      shards: counts.indices === 0 ? {} : { total: counts.primaries, primaries: counts.primaries, replication: 0 },
      docs: { count: counts.docs, deleted: counts.deleted },
      store: { size_in_bytes: counts.bytes },
      segments: { count: counts.segments },
    },
    nodes: {
      count: { total: 1, data: 1, ingest: 0, master: 1, coordinating_only: 0 },
      versions: [VERSION],
      os: {
        available_processors: 1,
        mem: { total_in_bytes: facts.memoryTotal, free_in_bytes: facts.memoryFree, used_percent: facts.ramPercent },
      },
      process: { cpu: { percent: facts.cpu } },
      jvm: {
        max_uptime_in_millis: facts.uptimeMs,
        mem: { heap_used_in_bytes: facts.heapUsed, heap_max_in_bytes: facts.heapMost },
      },
    },
  };
  return { body };
}

/** `_nodes`: the one node that there is. */
export function nodes({ engine }: Context) {
  const node = {
    name: NODE_NAME,
    ...ADDRESS,
    version: VERSION,
    build_flavor: "oss",
    build_type: "embedded",
    roles: ROLES,
    attributes: {},
  };
  return {
    body: {
      _nodes: { total: 1, successful: 1, failed: 0 },
      cluster_name: CLUSTER_NAME,
      nodes: { [engine.nodeId]: node },
    },
  };
}

/** `_nodes/stats`: its process, memory and disk. */
export function nodeStats({ engine }: Context) {
  const disk = engine.store.room.look();
  const counts = clusterCounts(engine.indices.all());
  const facts = processFacts(engine);
  const node = {
    timestamp: Date.now(),
    name: NODE_NAME,
    ...ADDRESS,
    roles: ROLES,
    indices: {
      docs: { count: counts.docs, deleted: counts.deleted },
      store: { size_in_bytes: counts.bytes },
      segments: { count: counts.segments },
    },
    os: {
      timestamp: Date.now(),
      cpu: {
        percent: facts.cpu,
        load_average: { "1m": facts.load.one, "5m": facts.load.five, "15m": facts.load.fifteen },
      },
      mem: { total_in_bytes: facts.memoryTotal, free_in_bytes: facts.memoryFree, used_percent: facts.ramPercent },
    },
    fs: {
      timestamp: Date.now(),
      total: { total_in_bytes: disk.total, free_in_bytes: disk.free, available_in_bytes: disk.free + disk.reusable },
    },
    process: { timestamp: Date.now(), cpu: { percent: facts.cpu }, mem: { resident_in_bytes: facts.resident } },
    jvm: {
      timestamp: Date.now(),
      uptime_in_millis: facts.uptimeMs,
      mem: {
        heap_used_in_bytes: facts.heapUsed,
        heap_max_in_bytes: facts.heapMost,
        heap_used_percent: facts.heapPercent,
      },
    },
  };
  return {
    body: {
      _nodes: { total: 1, successful: 1, failed: 0 },
      cluster_name: CLUSTER_NAME,
      nodes: { [engine.nodeId]: node },
    },
  };
}

import { countDataNodes } from "~/services/overview/nodes.server";
import { settle } from "~/services/platform/http/settle.server";
import { requireIndex } from "~/services/indices/get.server";
import { getSettings } from "~/services/indices/settings/get.server";
import { AUTO_EXPAND } from "~/services/indices/settings/replicas.server";
import type { Scope } from "~/session/scope.server";

/** Where nobody tells how many nodes there are. */
const MOST_REPLICAS = 100;

/** What the screen shows of an index, asked for now. Throws BackendError. */
export async function readIndexSettings(scope: Scope) {
  const row = await requireIndex(scope);
  const [{ set, version }, nodes] = await Promise.all([getSettings(scope, row.name), settle(countDataNodes(scope))]);
  const text = (name: string) => (set[name] === undefined ? null : String(set[name]));
  const autoExpand = text(AUTO_EXPAND);
  const replicas = text("index.number_of_replicas");
  return {
    row,
    version,
    shards: Number(text("index.number_of_shards") ?? row.shards ?? 1),
    replicas: Number(replicas ?? row.replicas ?? 0),
    /** As they are set. */
    before: { replicas, autoExpand },
    /** The range by which the engine chooses itself. */
    autoExpand: autoExpand === null || autoExpand === "false" ? null : autoExpand,
    nodes: nodes.ok ? nodes.value : null,
    most: nodes.ok ? Math.max(0, nodes.value - 1) : MOST_REPLICAS,
  };
}

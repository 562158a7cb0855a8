import type { Here } from "~/lib/address";
import type { Kind } from "~/services/data/logs/words";
import type { LogListState } from "../../_parts/logs/logs-address";

const tabs: readonly [kind: Kind | "", label: string][] = [
  ["", "All"],
  ["search", "Search"],
  ["suggestion", "Suggestion"],
  ["index", "Index"],
  ["delete", "Delete"],
  ["success", "Success"],
  ["error", "Error"],
];

/** The tabs of the request log; only searches have an order and bounds by latency. */
export function tabsOf(here: Here<LogListState>) {
  const untimed = { order: undefined, least: undefined, most: undefined } as const;
  return tabs.map(([kind, label]) => ({
    to: here.href({ kind, ...(kind === "search" ? {} : untimed) }),
    label,
    current: here.state.kind === kind,
  }));
}

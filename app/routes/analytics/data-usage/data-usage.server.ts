import { drawTimeChart } from "~/components/charts/time-chart.server";
import type { DrawnChart } from "~/components/charts/types";
import { pageOf } from "~/lib/address";
import type { DataPoint } from "~/services/analytics/data-usage.server";
import type { IndexRow } from "~/services/indices/index-row";
import type { dataUsageAddress } from "./data-usage-address";

type State = ReturnType<typeof dataUsageAddress.at>["state"];

const sum = (rows: readonly IndexRow[], key: "bytes" | "documents") =>
  rows.reduce((all, row) => all + (row[key] ?? 0), 0);
const byName = (a: IndexRow, b: IndexRow) => (a.name < b.name ? -1 : 1);

/** A page of the indices by what they take, with what all of them come to. */
export function usageOf(all: readonly IndexRow[], state: State) {
  const system = all.filter((row) => row.system);
  const text = state.q.toLowerCase();
  const found = all.filter(
    (row) => row.name.toLowerCase().includes(text) && (state.of === "all" || row.system === (state.of === "system")),
  );
  const direction = state.sort.order === "asc" ? 1 : -1;
  const { by } = state.sort;
  const valueOf = (row: IndexRow) => (by === "documents" ? row.documents : row.bytes) ?? -1;
  const sorted = found.sort((a, b) =>
    by === "name" ? direction * byName(a, b) : direction * (valueOf(a) - valueOf(b)) || byName(a, b),
  );
  return {
    ...pageOf(sorted, state),
    /** Of all that match, on every page: what their shares are of. */
    listedBytes: sum(found, "bytes"),
    totals: {
      bytes: sum(all, "bytes"),
      documents: sum(all, "documents"),
      indices: all.length,
      closed: all.filter(({ open }) => !open).length,
      system: { bytes: sum(system, "bytes"), documents: sum(system, "documents"), indices: system.length },
    },
  };
}

export type IndexUsage = ReturnType<typeof usageOf>;

const DAY = 24 * 3600 * 1000;

/** How the data grew, as a line. */
export function drawUsage(
  points: readonly DataPoint[],
  { zone, hide }: { zone: string; hide: readonly string[] },
): DrawnChart {
  const [first, second] = points;
  return drawTimeChart({
    id: "usage",
    title: "Data",
    kind: "line",
    times: points.map(({ at }) => at),
    step: first && second ? Math.max(1000, second.at - first.at) : DAY,
    series: [{ key: "data", label: "Data", values: points.map(({ bytes }) => bytes) }],
    format: "bytes",
    zone,
    hidden: hide.flatMap((name) => (name === "usage.data" ? ["data"] : [])),
  });
}

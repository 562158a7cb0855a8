import { formatNumber } from "~/lib/values/numbers";
import { Time } from "../time";
import type { Column } from "./data-table";

/** How often each thing of a list was used in 30 days; null where the server does not tell. */
export const usedColumn = <Row extends { used: number | null }>(): Column<Row> => ({
  key: "used",
  label: "Used (30 days)",
  align: "right",
  narrow: "fact",
  unit: ({ used }) => (used === 1 ? "use" : "uses"),
  render: ({ used }) => (used === null ? null : formatNumber(used)),
});

/** When each thing of a list was changed last. */
export const updatedColumn = <Row,>(when: (row: Row) => number | null): Column<Row> => ({
  key: "updated",
  label: "Updated",
  narrow: "fact",
  room: 6,
  render: (row) => {
    const at = when(row);
    return at === null ? null : <Time value={at} />;
  },
});

/** Below a list with usage, where the server keeps it to itself. */
export function UsageMissing() {
  return <p className="mt-2 text-13 text-muted">Usage is not shown: the server does not tell it to your user.</p>;
}

import { healthTone, StatusBadge } from "~/components/ui/message/status-badge";
import type { OverviewRow } from "./index-list.server";

/** Health as a badge; a closed index has none. */
export function IndexHealth({ row }: { row: Pick<OverviewRow, "open" | "health"> }) {
  if (!row.open) return <StatusBadge tone="neutral">closed</StatusBadge>;
  return <StatusBadge tone={healthTone(row.health)}>{row.health === "unknown" ? "not known" : row.health}</StatusBadge>;
}

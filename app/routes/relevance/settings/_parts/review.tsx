import { type Column, DataTable, StatusBadge } from "~/components/kit";
import type { SettingChange } from "~/services/relevance/draft";

export { NotOffered } from "./not-offered";

const columns: Column<SettingChange>[] = [
  {
    key: "setting",
    label: "Setting",
    render: ({ setting, field }) => (
      <>
        {setting} {field !== null && <code className="font-mono text-code">{field}</code>}
      </>
    ),
  },
  { key: "old", label: "Current", render: ({ old }) => <span className="[overflow-wrap:anywhere]">{old}</span> },
  { key: "new", label: "New", render: (change) => <span className="font-semibold [overflow-wrap:anywhere]">{change.new}</span> },
  {
    key: "effect",
    label: "Takes effect",
    render: ({ effect }) => <StatusBadge tone={effect === "at once" ? "neutral" : "warn"}>{effect === "at once" ? "At once" : "Re-index"}</StatusBadge>,
  },
];

/** Old and new values, by group. */
export function ChangesTable({ caption, changes }: { caption: string; changes: readonly SettingChange[] }) {
  return (
    <div className="mb-4">
      <DataTable caption={caption} columns={columns} rows={changes} rowKey={({ key, field }) => `${key} ${field ?? ""}`} groupBy={({ group }) => group} plain />
    </div>
  );
}

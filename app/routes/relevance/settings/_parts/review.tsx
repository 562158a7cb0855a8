import { type Column, DataTable, StatusBadge } from "~/components/kit";
import type { SettingChange } from "~/services/relevance/draft";

const tones = { "at once": "neutral", "in place": "good", "re-index": "warn" } as const;
const effectNames = { "at once": "At once", "in place": "In place", "re-index": "Re-index" } as const;

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
    render: ({ effect }) => <StatusBadge tone={tones[effect]}>{effectNames[effect]}</StatusBadge>,
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

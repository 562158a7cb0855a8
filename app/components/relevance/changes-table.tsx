import type { ReactNode } from "react";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import { isAbsent } from "~/lib/search-relevance/absent";
import type { SettingChange } from "~/services/search-relevance/draft/setting-change";

const tones = { "at once": "neutral", "in place": "good", "re-index": "warn" } as const;
const effectNames = { "at once": "At once", "in place": "In place", "re-index": "Re-index" } as const;

const effect: Column<SettingChange> = {
  key: "effect",
  label: "Takes effect",
  render: ({ effect: when }) => <StatusBadge tone={tones[when]}>{effectNames[when]}</StatusBadge>,
};

const columnsOf = ([before, after]: readonly [string, string]): Column<SettingChange>[] => [
  {
    key: "setting",
    label: "Setting",
    render: ({ setting, field }) => (
      <>
        {setting} {field !== null && <code className="font-mono text-code">{field}</code>}
      </>
    ),
  },
  { key: "old", label: before, render: ({ old }) => <Value sign="−" text={old} look="bg-bad-soft text-bad" /> },
  { key: "new", label: after, render: (change) => <Value sign="+" text={change.new} look="bg-good-soft text-good" /> },
];

/** Values longer than this are cut: a list of stop words may have thousands. */
const LONGEST = 300;

/** A value that goes or comes, told apart by its sign. */
function Value({ sign, text, look }: { sign: string; text: string; look: string }) {
  if (isAbsent(text)) return <span className="text-muted">{text}</span>;
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return (
    <Name className={`rounded px-1 [box-decoration-break:clone] ${look}`}>
      {sign}
      {"\u00a0"}
      {shown}
    </Name>
  );
}

type ChangesTableProps = {
  caption: string;
  changes: readonly SettingChange[];
  /** What old and new are called. */
  labels?: readonly [string, string];
  /** Whether it is said when each takes effect: not of what is done. */
  effects?: boolean;
  footer?: ReactNode;
};

/** Old and new values, by group. */
export function ChangesTable({
  caption,
  changes,
  labels = ["Current", "New"],
  effects = true,
  footer,
}: ChangesTableProps) {
  return (
    <div className="mb-4">
      <DataTable
        caption={caption}
        columns={[...columnsOf(labels), ...(effects ? [effect] : [])]}
        rows={changes}
        rowKey={({ key, field, ...change }) => [key, field ?? "", change.old, change.new].join(" ")}
        groupBy={({ group }) => group}
        footer={footer}
        plain
      />
    </div>
  );
}

import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { OldAndNew } from "~/components/ui/request/diff-view";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import { formatNumber } from "~/lib/values/numbers";
import type { ShownChange, ShownPart, ShownRule } from "~/services/search-relevance/settings-file/import.server";
import { partLabels } from "./words";

const tones = { added: "good", changed: "warn", removed: "bad" } as const;
const kinds = { added: "Added", changed: "Changed", removed: "Removed" } as const;

const text = (value: string | null) => (value === null ? null : <Name className="font-mono text-code">{value}</Name>);
const what: Column<ShownChange>[] = [
  { key: "name", label: "Name", render: ({ name }) => <Name>{name}</Name> },
  {
    key: "kind",
    label: "Change",
    narrow: "badge",
    render: ({ kind }) => <StatusBadge tone={tones[kind]}>{kinds[kind]}</StatusBadge>,
  },
];
const values: Column<ShownChange>[] = [
  { key: "old", label: "Current", render: ({ old }) => text(old) },
  { key: "new", label: "In the file", render: (change) => text(change.new) },
];

const sum = ({ counts }: ShownPart) =>
  (["added", "changed", "removed", "unchanged"] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${formatNumber(counts[kind])} ${kind}`)
    .join(", ") || "empty";

/** What a file would change, part by part. */
export function PartsView({ parts }: { parts: readonly ShownPart[] }) {
  return parts.map((shown) => <PartView key={shown.part} shown={shown} />);
}

function PartView({ shown }: { shown: ShownPart }) {
  const { part, counts, listed, rules } = shown;
  const more = counts.added + counts.changed + counts.removed - listed.length;
  const columns = part === "settings" || part === "suggestions" ? [...what, ...values] : what;
  return (
    <section className="mb-6" aria-labelledby={`part-${part}`}>
      <h2 id={`part-${part}`} className="mb-1 text-16 font-bold">
        {partLabels[part]}
      </h2>
      <p className="mb-2 text-13 text-muted">{sum(shown)}</p>
      {listed.length > 0 && (
        <DataTable caption={`Changes of ${part}`} columns={columns} rows={listed} rowKey={({ name }) => name} plain />
      )}
      {more > 0 && <p className="mt-1 text-13 text-muted">and {formatNumber(more)} more</p>}
      {rules.map((rule) => (
        <RuleView key={rule.name} rule={rule} />
      ))}
    </section>
  );
}

function RuleView({ rule: { name, before, after, rows } }: { rule: ShownRule }) {
  return (
    <details className="mt-2">
      <Name as="summary" className="link w-fit text-13">
        {before !== null && after !== null ? `${name}: old and new` : `${name}: the rule`}
      </Name>
      <div className="mt-2">
        <OldAndNew before={before} after={after} rows={rows} />
      </div>
    </details>
  );
}

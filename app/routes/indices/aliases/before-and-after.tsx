import { Name } from "~/components/ui/name";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import { formatNumber } from "~/lib/values/numbers";
import type { Seen } from "~/services/indices/aliases/seen.server";

type Row = { index: string; before: number | null | undefined; after: number | null | undefined };

const countText = (count: number | null | undefined) =>
  count === undefined ? null : count === null ? "closed" : formatNumber(count);
const columns: readonly Column<Row>[] = [
  { key: "index", label: "Index", render: ({ index }) => <Name>{index}</Name> },
  { key: "before", label: "Documents now", align: "right", narrow: "named", render: ({ before }) => countText(before) },
  { key: "after", label: "Documents after", align: "right", narrow: "named", render: ({ after }) => countText(after) },
];

/** The indices behind an alias and what readers see of each, now and after a switch, with the sums. */
export function BeforeAndAfter({ before, after }: { before: readonly Seen[]; after: readonly Seen[] }) {
  const names = [...new Set([...before, ...after].map(({ index }) => index))].sort();
  const of = (seen: readonly Seen[], name: string) => seen.find(({ index }) => index === name)?.documents;
  const rows = names.map((index) => ({ index, before: of(before, index), after: of(after, index) }));
  const sum = (seen: readonly Seen[]) => formatNumber(seen.reduce((all, { documents }) => all + (documents ?? 0), 0));
  return (
    <DataTable
      caption="What readers see"
      plain
      columns={columns}
      rows={rows}
      rowKey={({ index }) => index}
      footer={
        <p className="rounded-b border-t border-line bg-raised px-3 py-2 text-13 text-muted">
          In total {sum(before)} documents now, {sum(after)} after.
        </p>
      }
    />
  );
}

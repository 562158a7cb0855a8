import { Name } from "~/components/ui/name";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import type { WhyRow } from "~/services/search-relevance/preview/why";
import type { ShownWhy } from "./rows.server";

const figure = (value: number | null) => (value === null ? null : value.toFixed(2));

function PartName({ kind, field, words }: Pick<WhyRow, "kind" | "field" | "words">) {
  if (kind === "other") return <Name>{words}</Name>;
  return (
    <Name>
      <code className="font-mono text-code">{field}</code>
      {kind === "feature" && ", rank feature"}
      {kind === "match" && ` matches “${words}”`}
      {kind === "phrase" && ` has the phrase “${words}”`}
    </Name>
  );
}

const columns: Column<WhyRow>[] = [
  { key: "part", label: "Part of the score", render: (row) => <PartName {...row} /> },
  {
    key: "reason",
    label: "Reason",
    render: ({ reason }) => (reason === "" ? null : <span className="text-muted">{reason}</span>),
  },
  { key: "live", label: "Live", align: "right", render: ({ live }) => figure(live) },
  {
    key: "draft",
    label: "Draft",
    align: "right",
    render: ({ draft }) => draft !== null && <strong>{figure(draft)}</strong>,
  },
];

function titleOf({ title, live, draft }: ShownWhy): string {
  if (live === draft) return live === null ? `Why ${title} has its score` : `Why ${title} is at ${live}`;
  if (live === null) return `Why ${title} is new at ${draft}`;
  return draft === null ? `Why ${title} is gone from ${live}` : `Why ${title} moved from ${live} to ${draft}`;
}

/** The parts of a document's score with the live settings and with the draft's. */
export function WhyTable({ why }: { why: ShownWhy }) {
  const total: WhyRow = { kind: "other", field: "", words: "Score", reason: "", ...why.sums };
  return (
    <section id="why" aria-labelledby="why-title" className="mt-6 scroll-mt-4">
      <Name as="h2" id="why-title" className="mb-2 text-16 font-bold">
        {titleOf(why)}
      </Name>
      <DataTable
        caption="Parts of the score, live and draft"
        columns={columns}
        rows={[...why.rows, total]}
        rowKey={(row) => (row === total ? "score" : JSON.stringify([row.kind, row.field, row.words]))}
        plain
      />
    </section>
  );
}

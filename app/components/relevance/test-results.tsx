import { EmptyState } from "~/components/ui/message/empty-state";
import { StatusBadge, type Tone } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import type { Cell, Outcome, RunRow } from "~/services/search-relevance/relevance-tests/runs/rows";
import type { RunView } from "~/services/search-relevance/relevance-tests/runs/run-view";

const words: Record<Outcome, { tone: Tone; text: string }> = {
  worse: { tone: "bad", text: "Worse" },
  better: { tone: "good", text: "Better" },
  same: { tone: "neutral", text: "Same" },
  fails: { tone: "bad", text: "Fails" },
  passes: { tone: "good", text: "Passes" },
};

function Reading({ cell: { text, met, failed } }: { cell: Cell }) {
  if (failed) return <Name className="text-13 text-bad">{text}</Name>;
  return <span className={met ? "tabular-nums" : "tabular-nums text-bad"}>{text}</span>;
}

type TestResultsProps = {
  rows: readonly RunRow[];
  hasDraft: boolean;
  toTest: (id: string) => string;
  /** Where no row is to be shown. */ empty: string;
  footer?: React.ReactNode;
};

/** What tests expected and what was found: live, and on the draft where there is one. */
export function TestResults({ rows, hasDraft, toTest, empty, footer }: TestResultsProps) {
  const columns: Column<RunRow>[] = [
    {
      key: "outcome",
      label: "Result",
      narrow: "badge",
      room: 6,
      render: ({ outcome }) => <StatusBadge tone={words[outcome].tone}>{words[outcome].text}</StatusBadge>,
    },
    {
      key: "label",
      label: "Search",
      render: ({ id, label, remark }) => (
        <>
          <Name to={toTest(id)}>{label}</Name>
          {remark !== null && <Name className="block text-12 text-warn">{remark}</Name>}
        </>
      ),
    },
    {
      key: "expected",
      label: "Expected",
      narrow: "own",
      render: ({ expected }) => <Name>{expected}</Name>,
    },
    { key: "live", label: "Live", align: "right", render: ({ live }) => <Reading cell={live} /> },
  ];
  const onDraft: Column<RunRow> = {
    key: "draft",
    label: "Draft",
    align: "right",
    render: ({ draft }) =>
      draft && (
        <span className="font-semibold">
          <Reading cell={draft} />
        </span>
      ),
  };
  return (
    <DataTable
      caption="Results of relevance tests"
      columns={hasDraft ? [...columns, onDraft] : columns}
      rows={rows}
      rowKey={({ key }) => key}
      empty={<EmptyState title={empty} />}
      footer={footer}
    />
  );
}

/** How a run ended, in a sentence: "Draft passes 40 of 41, live 36." */
export function runSentence({ tests, live, draft }: Pick<RunView, "tests" | "live" | "draft">): string {
  return draft === null ? `Live passes ${live} of ${tests}.` : `Draft passes ${draft} of ${tests}, live ${live}.`;
}

import { Notice } from "~/components/ui/message/notice";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import { formatNumber } from "~/lib/values/numbers";
import type { Step, Token } from "~/services/indices/analyze/analyze.server";

type Row = Token & { at: number; source: string };

const mono = "font-mono text-code [overflow-wrap:anywhere]";

const columns: readonly Column<Row>[] = [
  {
    key: "token",
    label: "Token",
    className: "min-w-20",
    render: ({ token }) => <span className={`${mono} whitespace-pre-wrap`}>{token === "" ? "“”" : token}</span>,
  },
  {
    key: "position",
    label: "Position",
    align: "right",
    narrow: "named",
    render: ({ position, length }) => (length > 1 ? `${position}–${position + length - 1}` : position),
  },
  { key: "offsets", label: "Offsets", align: "right", narrow: "named", render: ({ start, end }) => `${start}–${end}` },
  {
    key: "source",
    label: "From the text",
    narrow: "named",
    render: ({ source }) => <span className={`${mono} text-muted`}>{source}</span>,
  },
  { key: "type", label: "Type", narrow: "badge", render: ({ type }) => type },
];

/** The tokens of a text, one a row, each with where it stands. */
export function TokenTable({ tokens, total, text }: { tokens: readonly Token[]; total: number; text: string }) {
  const rows = tokens.map((token, at) => ({ ...token, at, source: text.slice(token.start, token.end) }));
  return (
    <>
      {total > tokens.length && (
        <Notice tone="info">
          The first {formatNumber(tokens.length)} of {formatNumber(total)} tokens.
        </Notice>
      )}
      <DataTable
        caption="Tokens"
        plain
        columns={columns}
        rows={rows}
        rowKey={({ at }) => String(at)}
        empty={<p className="text-muted">No token is left of this text: it consists of stop words or signs.</p>}
      />
    </>
  );
}

const stepColumns: readonly Column<Step & { at: number }>[] = [
  { key: "name", label: "Step", render: ({ name }) => <span className={mono}>{name}</span> },
  { key: "kind", label: "Kind", narrow: "badge", render: ({ kind }) => kind },
  { key: "result", label: "Result", narrow: "own", render: ({ result }) => <span className={mono}>{result}</span> },
];

/** How the tokens came about, where the engine tells. */
export function StepTable({ steps }: { steps: readonly Step[] }) {
  if (steps.length === 0) return <Notice tone="info">The engine shows steps of custom analyzers only.</Notice>;
  return (
    <section aria-labelledby="steps" className="mb-5">
      <h2 id="steps" className="mb-3 text-16 font-bold">
        Steps
      </h2>
      <DataTable
        caption="Steps"
        plain
        columns={stepColumns}
        rows={steps.map((step, at) => ({ ...step, at }))}
        rowKey={({ at }) => String(at)}
      />
    </section>
  );
}

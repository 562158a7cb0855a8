import type { ReactNode } from "react";
import { Name } from "~/components/ui/name";
import { DataTable } from "~/components/ui/table/data-table";
import { formatNumber } from "~/lib/values/numbers";
import type { FailureView } from "../_parts/imports/failure-view.server";

/** Failed rows: line, why, the row itself. */
export function FailureTable({ failures, footer }: { failures: FailureView[]; footer?: ReactNode }) {
  return (
    <DataTable
      caption="Rows that failed"
      plain
      rows={failures}
      rowKey={(failure) => String(failure.row)}
      columns={[
        {
          key: "line",
          label: "Line",
          className: "w-20",
          render: (failure) => (
            <>
              {/* On a narrow screen the row is a block without heads. */}
              <span className="small:hidden">Line </span>
              {formatNumber(failure.line)}
            </>
          ),
        },
        { key: "why", label: "Reason", narrow: "own", render: (failure) => <Reason failure={failure} /> },
        { key: "row", label: "Row", narrow: "own", render: (failure) => <Row failure={failure} /> },
      ]}
      footer={footer}
    />
  );
}

function Reason({ failure: { field, reason } }: { failure: FailureView }) {
  if (field === null) return <span>{reason}</span>;
  return (
    <span>
      <strong>{field}</strong>
      {/* "population is empty", but "population: “n/a” is not a number". */}
      {reason.startsWith("is ") ? " " : ": "}
      {reason}
    </span>
  );
}

function Row({ failure: { before, bad, after } }: { failure: FailureView }) {
  return (
    <Name as="code" className="block text-left font-mono text-code">
      {before}
      {bad !== "" && (
        <mark className="rounded bg-bad-soft px-0.5 font-semibold text-bad underline decoration-dotted underline-offset-2">
          {bad}
        </mark>
      )}
      {after}
    </Name>
  );
}

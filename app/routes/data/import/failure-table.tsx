import type { ReactNode } from "react";
import { DataTable } from "~/components/kit";
import { formatNumber } from "~/lib/numbers";
import type { FailureView } from "./job-view.server";

/** Failed rows: line, why, the row itself. */
export function FailureTable({ failures, footer }: { failures: FailureView[]; footer?: ReactNode }) {
  return (
    <DataTable
      caption="Rows that failed"
      rows={failures}
      rowKey={(failure) => String(failure.row)}
      columns={[
        {
          key: "line",
          label: "Line",
          align: "right",
          className: "w-20",
          render: (failure) => (
            <>
              {/* On a narrow screen the row is a block without heads. */}
              <span className="small:hidden">Line </span>
              {formatNumber(failure.line)}
            </>
          ),
        },
        {
          key: "why",
          label: "Why",
          render: (failure) => (
            <span>
              {failure.field !== null && <strong>{failure.field}</strong>} {failure.reason}
            </span>
          ),
        },
        { key: "row", label: "Row", render: (failure) => <code className="font-mono text-code">{failure.text}</code> },
      ]}
      footer={footer}
    />
  );
}

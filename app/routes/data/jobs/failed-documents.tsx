import { Name } from "~/components/ui/name";
import { DataTable } from "~/components/ui/table/data-table";
import { countOf, formatNumber } from "~/lib/values/numbers";
import { documentPath } from "~/navigation/document-paths";
import { appLevel } from "~/navigation/paths";
import type { FailedDocument } from "./failed-documents.server";

type FailedDocumentsProps = {
  index: string;
  of: readonly FailedDocument[];
  /** How many there are; the first are listed. */ total: number;
};

/** Documents that a job could not take over, and why. */
export function FailedDocuments({ index, of, total }: FailedDocumentsProps) {
  if (of.length === 0) return null;
  return (
    <section aria-labelledby="failed">
      <h2 id="failed" className="mb-2 text-16 font-bold">
        {countOf(total, "document")} failed
      </h2>
      <DataTable
        caption="Documents that failed"
        rows={of}
        rowKey={({ key }) => String(key)}
        columns={[
          {
            key: "id",
            label: "Document",
            render: ({ id, shown }) => <Name to={documentPath(appLevel(index), { id })}>{shown}</Name>,
          },
          {
            key: "reason",
            label: "Reason",
            narrow: "own",
            render: ({ reason }) => <Name>{reason}</Name>,
          },
        ]}
        footer={
          total > of.length ? (
            <p className="px-3 py-2 text-13 text-muted">The first {formatNumber(of.length)} are listed.</p>
          ) : undefined
        }
      />
    </section>
  );
}

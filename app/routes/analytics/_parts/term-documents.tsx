import { type Column, DataTable, EmptyState, PlainLink, SettledPanel } from "~/components/kit";
import { shownId } from "~/lib/ids";
import { formatNumber } from "~/lib/numbers";
import { appLevel, type LevelRef, screenPath } from "~/navigation/paths";
import type { PanelData } from "~/services/http/settle.server";
import { DownloadLinks } from "./download-links";
import { termFiles } from "./file-path";

type Document = { key: string; count: number; index?: string | null | undefined };

type FileOf = (name: string, format: "csv" | "ndjson") => string;
type TermDocumentsProps = { of: PanelData<{ seen: Document[]; clicked: Document[] } | null>; at: LevelRef; fileOf: FileOf };

/** What visitors saw and clicked when they searched for a term. Clicks on suggestions are not among them. */
export function TermDocuments({ of, at, fileOf }: TermDocumentsProps) {
  return (
    <SettledPanel of={of} what="Documents">
      {(found) =>
        found && (
          <>
            <Documents title="Clicked" file={termFiles.clicked} fileOf={fileOf} counts="Clicks" rows={found.clicked} at={at} empty="No result was clicked" />
            <Documents
              title="Seen"
              file={termFiles.seen}
              fileOf={fileOf}
              counts="Impressions"
              rows={found.seen}
              at={at}
              empty="No results were reported as seen"
            />
          </>
        )
      }
    </SettledPanel>
  );
}

type DocumentsProps = { title: string; counts: string; rows: Document[]; at: LevelRef; empty: string; file: string; fileOf: FileOf };

function Documents({ title, counts, rows, at, empty, file, fileOf }: DocumentsProps) {
  const indexOf = ({ index }: Document) => (at.level === "app" ? at.app : index);
  const columns: Column<Document>[] = [
    {
      key: "document",
      label: "Document",
      render: (row) => {
        const index = indexOf(row);
        const id = <span className="[overflow-wrap:anywhere]">{shownId(row.key)}</span>;
        return index == null ? (
          id
        ) : (
          <PlainLink to={screenPath(appLevel(index), "browse", { rest: [row.key] })} className="link">
            {id}
          </PlainLink>
        );
      },
    },
    { key: "count", label: counts, align: "right", narrow: "fact", unit: counts.toLowerCase(), render: ({ count }) => formatNumber(count) },
  ];
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="mb-2 text-14 font-bold">{title}</h2>
      <DataTable
        caption={title}
        columns={columns}
        rows={rows}
        rowKey={({ key, index }) => `${key} ${index ?? ""}`}
        plain
        empty={<EmptyState title={empty} />}
      />
      {rows.length > 0 && <DownloadLinks what={title} fileOf={(format) => fileOf(file, format)} />}
    </section>
  );
}

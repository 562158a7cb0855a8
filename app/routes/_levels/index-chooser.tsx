import { Link } from "@remix-run/react";
import { ListFilters } from "~/components/ui/filter/list-filters";
import { useAddress } from "~/components/ui/filter/use-address";
import { EmptyState } from "~/components/ui/message/empty-state";
import { healthTone, StatusBadge } from "~/components/ui/message/status-badge";
import { DataTable } from "~/components/ui/table/data-table";
import { TableFooter } from "~/components/ui/table/table-footer";
import { formatBytes, formatNumber } from "~/lib/values/numbers";
import { appLevel, screenPath } from "~/navigation/paths";
import type { IndexChoice } from "./choose.server";
import { indexChoice } from "./index-choice-address";

/** A page of indices as links to one screen of each; parameters that are not the list's own go along. */
export function IndexChooser({ choice, screen }: { choice: IndexChoice; screen: string }) {
  const { held } = choice;
  const here = useAddress(indexChoice);
  const { name } = here.state;
  const linkTo = (name: string) => `${screenPath(appLevel(name), screen)}${here.others}`;
  if (choice.all === 0 && held !== null) {
    return (
      <EmptyState title="No indices">
        <p>
          {held.length === 0
            ? "Your user has no indices yet. An admin can add some."
            : `No index matches ${held.join(", ")} yet, or your permissions do not include reading them.`}
        </p>
      </EmptyState>
    );
  }
  if (choice.all === 0) {
    return (
      <EmptyState
        title="No indices yet"
        action={
          <Link to="/cluster" className="link font-semibold">
            Go to the cluster overview
          </Link>
        }
      >
        <p>An index holds documents. Create one, or import a file.</p>
      </EmptyState>
    );
  }
  return (
    <>
      <ListFilters
        here={here}
        filters={[{ name: "name", label: "Part of the name, * allowed", chip: (text) => `Name contains ${text}` }]}
        submitLabel="Find"
        remarks={choice.remarks}
      />
      {choice.recent.length > 0 && (
        <p className="mb-3 flex flex-wrap gap-x-3 gap-y-1 text-13">
          <span className="text-muted">Recent:</span>
          {choice.recent.map((name) => (
            <Link key={name} to={linkTo(name)} className="link [overflow-wrap:anywhere]">
              {name}
            </Link>
          ))}
        </p>
      )}
      <DataTable
        caption="Indices"
        rows={choice.rows}
        rowKey={(row) => row.name}
        here={here}
        columns={[
          {
            key: "name",
            label: "Index",
            sort: "name",
            render: (row) => (
              <Link to={linkTo(row.name)} className="link">
                {row.name}
              </Link>
            ),
          },
          {
            key: "health",
            label: "Health",
            narrow: "badge",
            render: (row) =>
              row.open ? (
                <StatusBadge tone={healthTone(row.health)}>{row.health}</StatusBadge>
              ) : (
                <StatusBadge tone="neutral">closed</StatusBadge>
              ),
          },
          {
            key: "documents",
            label: "Documents",
            align: "right",
            narrow: "fact",
            unit: ({ documents }) => (documents === 1 ? "document" : "documents"),
            render: (row) => (row.documents === null ? null : formatNumber(row.documents)),
          },
          {
            key: "size",
            label: "Size",
            align: "right",
            narrow: "fact",
            render: (row) => (row.bytes === null ? null : formatBytes(row.bytes)),
          },
        ]}
        empty={<p className="text-muted">No index name contains “{name}”.</p>}
        footer={
          <TableFooter
            here={here}
            page={choice.page}
            total={choice.total}
            shown={choice.rows.length}
            noun={["index", "indices"]}
          />
        }
      />
    </>
  );
}

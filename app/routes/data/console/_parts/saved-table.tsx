import { EmptyState } from "~/components/ui/message/empty-state";
import { Name } from "~/components/ui/name";
import { PlainLink } from "~/components/ui/plain-link";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import { type LevelRef, screenPath } from "~/navigation/paths";
import type { Saved } from "~/services/data/console/saved.server";
import type { None } from "./none.server";

type Row = Saved & { /** The reader's own, who alone may delete it. */ own: boolean };

const columnsAt = (at: LevelRef): Column<Row>[] => [
  {
    key: "name",
    label: "Name",
    render: ({ id, name }) => <Name to={screenPath(at, "console", { query: { saved: id } })}>{name}</Name>,
  },
  { key: "person", label: "Saved by", narrow: "fact", render: ({ person }) => person },
  {
    key: "requests",
    label: "Requests",
    align: "right",
    narrow: "fact",
    unit: ({ requests }) => (requests === 1 ? "request" : "requests"),
    render: ({ requests }) => requests,
  },
  {
    key: "actions",
    label: "Actions",
    hideLabel: true,
    align: "right",
    room: 5,
    render: ({ id, name, own }) =>
      own ? (
        <PlainLink
          to={screenPath(at, "console", { rest: ["forget"], query: { saved: id } })}
          className="link"
          aria-label={`Delete ${name}`}
        >
          Delete…
        </PlainLink>
      ) : null,
  },
];

/** Texts of requests that are kept by name. */
export function SavedTable({
  at,
  rows,
  none,
}: {
  at: LevelRef;
  rows: readonly Row[];
  /** What is said where there are none. */ none: None;
}) {
  return (
    <DataTable
      caption="Saved requests"
      columns={columnsAt(at)}
      rows={rows}
      rowKey={(row) => row.id}
      empty={<EmptyState title={none.title}>{none.text}</EmptyState>}
    />
  );
}

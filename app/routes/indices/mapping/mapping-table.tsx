import type { ReactNode } from "react";
import { type Column, DataTable, ErrorPanel, LongName, Notice, PlainLink, StatusBadge } from "~/components/kit";
import type { MappingRow } from "~/lib/documents/mapping-rows";
import { formatBytes } from "~/lib/numbers";
import type { Settled } from "~/services/http/settle.server";
import type { mappingAddress } from "./mapping-address";

type Sizes = Record<string, number> | null;
type MappingHere = ReturnType<typeof mappingAddress.at>;

const roles: Partial<Record<MappingRow["role"], string>> = { "sub-field": "sub-field", runtime: "runtime" };

function columnsOf({ here, sizes }: { here: MappingHere; sizes: Sizes }): Column<MappingRow>[] {
  const { q, type, under } = here.state;
  // What is filtered out leaves gaps in the tree, so paths stand alone there.
  const isTree = q === "" && type === "";
  const above = under === "" ? 0 : under.split(".").length - 1;
  return [
    {
      key: "path",
      label: "Field",
      className: "min-w-[10rem] large:min-w-[12rem]",
      render: ({ path, name, depth, role }) => (
        <span
          className="block font-mono text-code [overflow-wrap:anywhere]"
          style={isTree ? { paddingInlineStart: `${Math.min(8, depth - above) * 1.25}rem` } : undefined}
        >
          <span className="text-muted">
            <LongName text={path.slice(0, path.length - name.length)} />
          </span>
          <wbr />
          {role === "object" ? (
            <PlainLink to={here.href({ under: path, q: undefined, type: undefined })} className="link">
              <LongName text={name} />
            </PlainLink>
          ) : (
            <LongName text={name} />
          )}
        </span>
      ),
    },
    {
      key: "type",
      label: "Type",
      narrow: "badge",
      render: ({ type: kind, role }) => (
        <>
          {kind} {roles[role] !== undefined && <StatusBadge tone="neutral">{roles[role]}</StatusBadge>}
        </>
      ),
    },
    {
      key: "analyzer",
      label: "Analyzer",
      narrow: "named",
      className: "min-w-[7rem]",
      render: ({ analyzer }) => (analyzer === null ? null : <LongName text={analyzer} />),
    },
    {
      key: "options",
      label: "Parameters",
      narrow: "own",
      className: "min-w-[6rem]",
      render: ({ options }) =>
        options === "" ? null : (
          <span className="font-mono text-12 text-muted [overflow-wrap:anywhere]">
            <LongName text={options} />
          </span>
        ),
    },
    ...(sizes === null
      ? []
      : [
          {
            key: "size",
            label: "Size on disk",
            align: "right" as const,
            narrow: "fact" as const,
            render: ({ path }: MappingRow) => (sizes[path] === undefined ? null : formatBytes(sizes[path])),
          },
        ]),
  ];
}

type MappingTableProps = { here: MappingHere; rows: MappingRow[]; sizes: Sizes; footer: ReactNode; empty: ReactNode };

/** A page of the tree of a mapping. */
export function MappingTable({ here, rows, sizes, footer, empty }: MappingTableProps) {
  return (
    <DataTable
      caption="Fields"
      plain
      columns={columnsOf({ here, sizes })}
      rows={rows}
      rowKey={(row) => `${row.role} ${row.path}`}
      footer={footer}
      empty={empty}
    />
  );
}

/** Why there are no sizes, where they were asked for. */
export function SizesNotice({ sizes }: { sizes: Settled<Sizes> }) {
  if (!sizes.ok) return <ErrorPanel failure={sizes.failure} title="Sizes could not be measured" />;
  return sizes.value === null ? <Notice tone="info">This engine does not tell how much room each field takes. Elasticsearch does since 7.15.</Notice> : null;
}

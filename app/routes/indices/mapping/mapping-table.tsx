import type { ReactNode } from "react";
import { LongName } from "~/components/ui/long-name";
import { ErrorPanel } from "~/components/ui/message/error-panel";
import { Notice } from "~/components/ui/message/notice";
import { Name } from "~/components/ui/name";
import { PlainLink } from "~/components/ui/plain-link";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import type { MappingRow } from "~/lib/data/documents/mapping-rows";
import { formatBytes } from "~/lib/values/numbers";
import type { Settled } from "~/services/platform/http/settle.server";
import type { mappingAddress } from "./mapping-address";

type Sizes = Record<string, number> | null;
type MappingHere = ReturnType<typeof mappingAddress.at>;

const roles: Partial<Record<MappingRow["role"], string>> = { "sub-field": "sub-field", runtime: "runtime" };

function columnsOf({
  here,
  sizes,
  first,
}: {
  here: MappingHere;
  sizes: Sizes;
  first: MappingRow | undefined;
}): Column<MappingRow>[] {
  const { q, type, under } = here.state;
  // What is filtered out leaves gaps in the tree, so paths stand alone there.
  const isTree = q === "" && type === "";
  const above = under === "" ? 0 : under.split(".").length - 1;
  return [
    {
      key: "path",
      label: "Field",
      className: "min-w-[9rem] large:min-w-[12rem]",
      render: (row) => (
        <Name
          className="block font-mono text-code"
          style={isTree ? { paddingInlineStart: `${Math.min(8, row.depth - above) * 1.25}rem` } : undefined}
        >
          <FieldName here={here} row={row} alone={isTree && row.depth > above && row !== first} />
        </Name>
      ),
    },
    {
      key: "type",
      label: "Type",
      narrow: "badge",
      render: ({ type: kind, role }) => (
        <>
          {kind}{" "}
          {roles[role] !== undefined && <span className="whitespace-nowrap text-12 text-muted">{roles[role]}</span>}
        </>
      ),
    },
    {
      key: "analyzer",
      label: "Analyzer and parameters",
      narrow: "own",
      className: "min-w-[10rem]",
      render: (row) => <Details row={row} />,
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

/** A path; in the tree its end alone, for what is above stands above. Screen readers get all of it. */
function FieldName({ here, row: { path, name, role }, alone }: { here: MappingHere; row: MappingRow; alone: boolean }) {
  const end =
    role === "object" ? (
      <PlainLink
        to={here.href({ under: path, q: undefined, type: undefined })}
        className="link"
        {...(alone && { "aria-label": path })}
      >
        <LongName text={name} />
      </PlainLink>
    ) : (
      <LongName text={name} />
    );
  if (!alone) {
    return (
      <>
        <span className="text-muted">
          <LongName text={path.slice(0, path.length - name.length)} />
        </span>
        <wbr />
        {end}
      </>
    );
  }
  if (role === "object") return end;
  return (
    <>
      <span className="sr-only">{path}</span>
      <span aria-hidden="true">{end}</span>
    </>
  );
}

/** Analyzers and parameters beside each other; what does not fit goes to the next line as a whole. */
function Details({ row: { analyzer, options } }: { row: MappingRow }) {
  const analyzers = analyzer === null ? [] : analyzer.split(", ");
  if (analyzers.length === 0 && options === "") return null;
  return (
    <span className="flex flex-wrap items-baseline gap-x-4">
      {analyzers.map((each) => (
        <span key={each}>
          <LongName text={each} />
        </span>
      ))}
      {options !== "" && (
        <Name className="font-mono text-12 text-muted">
          <LongName text={options} />
        </Name>
      )}
    </span>
  );
}

type MappingTableProps = { here: MappingHere; rows: MappingRow[]; sizes: Sizes; footer: ReactNode; empty: ReactNode };

/** A page of the tree of a mapping. */
export function MappingTable({ here, rows, sizes, footer, empty }: MappingTableProps) {
  return (
    <DataTable
      caption="Fields"
      plain
      columns={columnsOf({ here, sizes, first: rows[0] })}
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
  return sizes.value === null ? (
    <Notice tone="info">
      This engine does not tell how much room each field takes. Elasticsearch does since 7.15.
    </Notice>
  ) : null;
}

import { Fragment, type ReactNode } from "react";
import { LongName } from "~/components/ui/long-name";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { PlainLink } from "~/components/ui/plain-link";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import type { UseCase } from "~/lib/data/documents/mapping-fields";
import { useCaseNames } from "~/lib/data/documents/use-cases";
import { countOf } from "~/lib/values/numbers";
import { appLevel, screenPath } from "~/navigation/paths";
import type { schemaAddress } from "./address";
import type { Loaded, ShownRow } from "./list.server";

type Here = ReturnType<typeof schemaAddress.at>;
type SubRow = ShownRow["subFields"][number] & { depth: number };
/** A row of the table: a field, or a sub-field of the one above. */
type Row = { field: ShownRow; sub?: undefined } | { sub: SubRow; field?: undefined };

const mono = "font-mono text-code [overflow-wrap:anywhere]";
/** Under 576 px there is little room for the steps of a tree. */
const indent = (depth: number) => ({ paddingInlineStart: `${Math.min(8, depth) * 1.1}rem` });

function Changed({ old, now }: { old: ReactNode; now: ReactNode }) {
  return (
    <>
      <del className="block text-muted">{old}</del> <ins className="block no-underline">{now}</ins>
    </>
  );
}

function Name({ here, row, isTree }: { here: Here; row: ShownRow; isTree: boolean }) {
  const { path, name, kind, to, wish } = row;
  const { open, closed } = here.state;
  const isOpen = kind === "object" ? !closed.includes(path) : open.includes(path);
  const toggles = kind === "object" ? isTree && row.below > 0 : row.subCount > 0;
  const key = kind === "object" ? "closed" : "open";
  const list = here.state[key];
  const link = here.href({ [key]: list.includes(path) ? list.filter((one) => one !== path) : [...list, path] });
  const what = kind === "object" ? "fields" : "sub-fields";
  const shown = <LongName text={isTree ? name : path} />;
  return (
    <span className="flex items-baseline gap-1.5" style={isTree ? indent(row.depth) : undefined}>
      {toggles ? (
        <PlainLink
          to={link}
          keepScroll
          className="-mx-1 inline-flex h-6 w-6 shrink-0 items-center justify-center self-center text-muted hover:text-ink"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? "Hide" : "Show"} ${what} of ${path}`}
        >
          <span className="chevron" style={isOpen ? { transform: "rotate(45deg)" } : undefined} />
        </PlainLink>
      ) : (
        <span className="w-4 shrink-0" aria-hidden="true" />
      )}
      <span className={mono}>
        <PlainLink
          to={to}
          className={`link ${row.depth === 0 ? "font-semibold" : ""}`}
          {...(isTree && row.depth > 0 && { "aria-label": path })}
        >
          {wish?.to === null ? <del>{shown}</del> : shown}
        </PlainLink>
      </span>
      {wish?.from === null && <StatusBadge tone="info">new</StatusBadge>}
    </span>
  );
}

const inUse = (useCase: UseCase | null | undefined) => (useCase ? useCaseNames[useCase] : "–");

// Functions, not components: a cell that has nothing must be null to be drawn as a dash.
function caseCell({ row }: { row: ShownRow }) {
  const { wish, useCase, kind } = row;
  if (wish?.from && wish.to && wish.from.useCase !== wish.to.useCase && wish.to.useCase)
    return <Changed old={inUse(useCase)} now={inUse(wish.to.useCase)} />;
  return kind === "field" ? inUse(useCase) : null;
}

function typeCell({ row: { type, kind, wish } }: { row: ShownRow }) {
  if (wish?.from && wish.to === null) return <del className="text-muted">{type}</del>;
  if (wish?.from && wish.to && wish.to.type !== type) return <Changed old={type} now={wish.to.type} />;
  return kind === "runtime" ? `${type}, runtime` : type;
}

function subCell({ row: { kind, below, subCount, subFieldsThen } }: { row: ShownRow }) {
  if (kind === "object") return below > 0 ? countOf(below, "field") : null;
  if (subFieldsThen !== null) return `${subCount} → ${subFieldsThen}`;
  return subCount === 0 ? null : subCount;
}

function changeCell({ row: { wish, clashes } }: { row: ShownRow }) {
  if (clashes) return <StatusBadge tone="bad">Changed by others</StatusBadge>;
  if (wish === null) return null;
  return wish.effect === "in place" ? (
    <StatusBadge tone="good">In place</StatusBadge>
  ) : (
    <StatusBadge tone="warn">Re-index</StatusBadge>
  );
}

function columnsOf({
  here,
  index,
  isTree,
  mayDevelop,
}: { here: Here } & Pick<Loaded, "index" | "isTree" | "mayDevelop">): Column<Row>[] {
  const analyze = (path: string) => screenPath(appLevel(index), "analyze", { query: { field: path } });
  return [
    {
      key: "field",
      label: "Field",
      className: "min-w-[10rem]",
      render: ({ field, sub }) =>
        field ? (
          <Name here={here} row={field} isTree={isTree} />
        ) : (
          <span className={`block text-muted ${mono}`} style={isTree ? indent(sub.depth + 2) : indent(2)}>
            <LongName text={sub.path} />
          </span>
        ),
    },
    {
      key: "type",
      label: "Type",
      narrow: "badge",
      render: ({ field, sub }) => (field ? typeCell({ row: field }) : <span className="text-muted">{sub.type}</span>),
    },
    {
      key: "use",
      label: "Use case",
      narrow: "fact",
      room: 9,
      render: ({ field, sub }) => {
        if (field) return caseCell({ row: field });
        return sub.analysis === "" ? null : (
          <span className="text-muted">
            <LongName text={sub.analysis} />
          </span>
        );
      },
    },
    {
      key: "sub",
      label: "Sub-fields",
      narrow: "named",
      render: ({ field }) => (field ? subCell({ row: field }) : null),
    },
    {
      key: "uses",
      label: "Used by",
      narrow: "labelled",
      room: 9,
      render: ({ field }) =>
        field && field.uses.length > 0
          ? field.uses.map(({ label, to }, at) => (
              <Fragment key={`${label} ${to}`}>
                {at > 0 && ", "}
                <PlainLink to={to} className="link">
                  {label}
                </PlainLink>
              </Fragment>
            ))
          : null,
    },
    {
      key: "change",
      label: "Change",
      align: "right",
      narrow: "fact",
      room: 7,
      render: ({ field, sub }) => {
        if (field) return changeCell({ row: field });
        return mayDevelop ? (
          <PlainLink to={analyze(sub.path)} className="link" aria-label={`Analyze ${sub.path}`}>
            Analyze
          </PlainLink>
        ) : null;
      },
    },
  ];
}

type SchemaTableProps = { here: Here; footer: ReactNode; empty: ReactNode } & Pick<
  Loaded,
  "rows" | "index" | "isTree" | "mayDevelop"
>;

/** A page of the fields of an index, those that are folded out with their sub-fields below them. */
export function SchemaTable({ here, rows, footer, empty, ...rest }: SchemaTableProps) {
  const all = rows.flatMap((field): Row[] => [
    { field },
    ...field.subFields.map((sub) => ({ sub: { ...sub, depth: field.depth } })),
  ]);
  return (
    <DataTable
      caption="Fields"
      columns={columnsOf({ here, ...rest })}
      rows={all}
      rowKey={({ field, sub }) => (field ? `${field.kind} ${field.path}` : `sub-field ${sub.path}`)}
      isSelected={({ field }) => field?.wish != null}
      footer={footer}
      empty={empty}
    />
  );
}

import type { ReactNode } from "react";
import { type Column, DataTable, Gated, Menu, MenuLink, PlainLink, StatusBadge } from "~/components/kit";
import type { Gate } from "~/lib/access/gate";
import { appLevel, type LevelRef, screenPath } from "~/navigation/paths";
import type { AliasRow } from "./list.server";

type Shown = { at: LevelRef; gate: Gate };

/** The page of one alias of an index; under an index the address says which. */
const pathOf = (at: LevelRef, page: "edit" | "switch" | "remove", { alias, index }: AliasRow) =>
  screenPath(at, `aliases/${page}`, { query: { alias, ...(page === "switch" ? { from: index } : at.level === "app" ? {} : { index }) } });

function columnsOf({ at, gate }: Shown): Column<AliasRow>[] {
  return [
    {
      key: "alias",
      label: "Alias",
      className: "min-w-[8rem]",
      render: (row) => (
        <>
          <PlainLink to={pathOf(at, "edit", row)} className="link [overflow-wrap:anywhere]">
            {row.alias}
          </PlainLink>
          {row.isName && <span className="block text-12 font-normal text-muted">name of the index since its re-index</span>}
        </>
      ),
    },
    {
      key: "index",
      label: "Index",
      narrow: "fact",
      render: ({ name, index }) => (
        <>
          {at.level === "app" ? (
            name
          ) : (
            <PlainLink to={screenPath(appLevel(name))} className="link [overflow-wrap:anywhere]">
              {name}
            </PlainLink>
          )}
          {name !== index && <span className="block text-12 text-muted [overflow-wrap:anywhere]">{index}</span>}
        </>
      ),
    },
    {
      key: "write",
      label: "Writes",
      narrow: "badge",
      render: ({ writes }) => (writes === null ? null : <StatusBadge tone={writes ? "good" : "neutral"}>{writes ? "write index" : "reads only"}</StatusBadge>),
    },
    {
      key: "filter",
      label: "Filter",
      narrow: "own",
      render: ({ filter }) =>
        filter && (
          <code className="line-clamp-2 max-w-[24rem] font-mono text-12 [overflow-wrap:anywhere]" title={filter}>
            {filter}
          </code>
        ),
    },
    {
      key: "routing",
      label: "Routing",
      narrow: "named",
      render: ({ indexRouting: saved, searchRouting: searched }) =>
        saved === searched ? saved : [saved && `saving: ${saved}`, searched && `searching: ${searched}`].filter(Boolean).join(", "),
    },
    {
      key: "actions",
      label: "Actions",
      hideLabel: true,
      render: (row) => (
        <Menu label={<span className="sign">…</span>} name={`Actions for ${row.alias} of ${row.name}`} align="right">
          <Gated gate={gate} label="Change" look="menu">
            <MenuLink to={pathOf(at, "edit", row)}>Edit…</MenuLink>
            <MenuLink to={pathOf(at, "switch", row)}>Switch to another index…</MenuLink>
            <MenuLink to={pathOf(at, "remove", row)} danger>
              Remove…
            </MenuLink>
          </Gated>
        </Menu>
      ),
    },
  ];
}

/** Aliases, an index each, with what can be done with them. */
export function AliasTable({ rows, footer, empty, ...shown }: Shown & { rows: AliasRow[]; footer: ReactNode; empty: ReactNode }) {
  return (
    <DataTable caption="Aliases" columns={columnsOf(shown)} rows={rows} rowKey={({ alias, index }) => `${alias}/${index}`} footer={footer} empty={empty} />
  );
}

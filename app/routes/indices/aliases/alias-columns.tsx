import { Menu, MenuLink } from "~/components/ui/menu";
import { Gated } from "~/components/ui/message/gated";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import type { Column } from "~/components/ui/table/data-table";
import type { Gate } from "~/lib/access-control/gate";
import { appLevel, type LevelRef, screenPath } from "~/navigation/paths";
import type { AliasRow } from "./list.server";

/** The page of one alias of an index; under an index the address says which. */
const pathOf = (at: LevelRef, page: "edit" | "switch" | "remove", { alias, index }: AliasRow) =>
  screenPath(at, `aliases/${page}`, {
    query: { alias, ...(page === "switch" ? { from: index } : at.level === "app" ? {} : { index }) },
  });

/** Of aliases, an index each, with what can be done with them. */
export function aliasColumns({ at, gate }: { at: LevelRef; gate: Gate }): Column<AliasRow>[] {
  return [
    {
      key: "alias",
      label: "Alias",
      className: "min-w-[8rem]",
      render: (row) => (
        <>
          <Name to={pathOf(at, "edit", row)}>{row.alias}</Name>
          {row.isName && (
            <span className="block text-12 font-normal text-muted">name of the index since its re-index</span>
          )}
        </>
      ),
    },
    {
      key: "index",
      label: "Index",
      narrow: "fact",
      render: ({ name, index }) => (
        <>
          {at.level === "app" ? name : <Name to={screenPath(appLevel(name))}>{name}</Name>}
          {name !== index && <Name className="block text-12 text-muted">{index}</Name>}
        </>
      ),
    },
    {
      key: "write",
      label: "Writes",
      narrow: "badge",
      render: ({ writes }) =>
        writes === null ? null : (
          <StatusBadge tone={writes ? "good" : "neutral"}>{writes ? "write index" : "reads only"}</StatusBadge>
        ),
    },
    {
      key: "filter",
      label: "Filter",
      narrow: "own",
      render: ({ filter }) =>
        filter && (
          <Name as="code" className="line-clamp-2 max-w-[24rem] font-mono text-12" title={filter}>
            {filter}
          </Name>
        ),
    },
    {
      key: "routing",
      label: "Routing",
      narrow: "named",
      render: ({ indexRouting: saved, searchRouting: searched }) =>
        saved === searched
          ? saved
          : [saved && `saving: ${saved}`, searched && `searching: ${searched}`].filter(Boolean).join(", "),
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

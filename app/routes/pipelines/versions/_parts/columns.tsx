import type { Column } from "~/components/ui/table/data-table";
import { MenuLink } from "~/components/ui/menu";
import { Gated } from "~/components/ui/message/gated";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { actionsColumn } from "~/components/ui/table/list-page";
import { Time } from "~/components/ui/time";
import type { Gate } from "~/lib/access-control/gate";
import { formatNumber, percentOf } from "~/lib/values/numbers";
import type { LevelRef } from "~/navigation/paths";
import { pipelines } from "../../_parts/thing";
import { comparePath, exportPath } from "./addresses";
import type { VersionRow } from "./versions.server";

type Around = { id: string; at: LevelRef; live: number | null; gate: Gate };

/** The columns of the versions of a pipeline. */
export const versionColumns = ({ id, at, live, gate }: Around): Column<VersionRow>[] => [
  {
    key: "number",
    label: "Version",
    room: 6,
    render: ({ number }) => (
      <Name to={pipelines.path(at, { id, query: { version: number } })}>{`Version ${number}`}</Name>
    ),
  },
  {
    key: "state",
    label: "State",
    narrow: "badge",
    render: (row) => <StatusBadge tone={row.live ? "good" : "info"}>{row.live ? "Live" : "Draft"}</StatusBadge>,
  },
  {
    key: "description",
    label: "What it changes",
    narrow: "own",
    className: "large:min-w-[12rem]",
    render: ({ description }) => (description === "" ? null : <Name>{description}</Name>),
  },
  {
    key: "author",
    label: "Author",
    narrow: "named",
    yields: 2,
    render: (row) => row.author && <Name>{row.author}</Name>,
  },
  {
    key: "calls",
    label: "Calls (30 days)",
    align: "right",
    narrow: "fact",
    unit: ({ usage }) => (usage?.count === 1 ? "call" : "calls"),
    render: ({ usage }) => usage && formatNumber(usage.count),
  },
  {
    key: "time",
    label: "Average time",
    align: "right",
    narrow: "named",
    render: ({ usage }) => (usage?.took == null ? null : `${formatNumber(usage.took, 1)} ms`),
  },
  {
    key: "success",
    label: "Success",
    align: "right",
    narrow: "named",
    render: ({ usage }) => (usage?.successRate == null ? null : percentOf(usage.successRate)),
  },
  {
    key: "updated",
    label: "Changed",
    narrow: "named",
    yields: 1,
    render: ({ updatedAt, createdAt }) => {
      const when = updatedAt ?? createdAt;
      return when === null ? null : <Time value={when} />;
    },
  },
  actionsColumn(
    ({ number }) => `version ${number}`,
    (row) => (
      <>
        <MenuLink to={pipelines.path(at, { id, query: { version: row.number } })}>Edit</MenuLink>
        {!row.live && live !== null && (
          <MenuLink to={comparePath(at, { id, a: live, b: row.number })}>Compare with live</MenuLink>
        )}
        {!row.live && (
          <Gated gate={gate} look="menu" label="Make live">
            <MenuLink to={pipelines.path(at, { id, page: "review", query: { version: row.number } })}>
              Make live…
            </MenuLink>
          </Gated>
        )}
        <MenuLink to={exportPath({ id, number: row.number })} reload>
          Export as ZIP
        </MenuLink>
      </>
    ),
  ),
];

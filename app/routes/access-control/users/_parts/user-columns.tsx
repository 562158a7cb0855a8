import { MenuLink } from "~/components/ui/menu";
import { Gated } from "~/components/ui/message/gated";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import type { Column } from "~/components/ui/table/data-table";
import { actionsColumn } from "~/components/ui/table/list-page";
import { Time } from "~/components/ui/time";
import type { Gate } from "~/lib/access-control/gate";
import { formatNumber } from "~/lib/values/numbers";
import { clusterLevel } from "~/navigation/paths";
import type { UserRow } from "./list.server";
import { users } from "./thing";

/** The columns of the list: `admin` is whether its reader is one. */
export const columnsFor = (gate: Gate, admin: boolean): Column<UserRow>[] => [
  {
    key: "name",
    label: "User name",
    sort: "name",
    className: "large:min-w-[10rem]",
    render: ({ username, email, own, secondFactor }) => (
      <>
        <div>
          <Name to={users.path(clusterLevel, { id: username })}>{username}</Name>{" "}
          {own && <StatusBadge tone="neutral">You</StatusBadge>}{" "}
          {secondFactor && <StatusBadge tone="good">Second factor</StatusBadge>}
        </div>
        <Name as="div" className="text-12 font-normal text-muted">
          {email || "No e-mail"}
        </Name>
      </>
    ),
  },
  {
    key: "rights",
    label: "Rights",
    narrow: "own",
    render: ({ isAdmin, rights }) =>
      isAdmin ? <StatusBadge tone="info">Admin</StatusBadge> : rights || <span className="text-muted">None</span>,
  },
  {
    key: "indices",
    label: "Indices",
    narrow: "named",
    render: ({ isAdmin, indices }) =>
      isAdmin ? (
        "All"
      ) : indices.length === 0 ? (
        <span className="text-muted">None</span>
      ) : (
        <Name as="code">{indices.join(", ")}</Name>
      ),
  },
  {
    key: "calls",
    label: "Calls (7 days)",
    sort: "calls",
    firstOrder: "desc",
    align: "right",
    narrow: "fact",
    unit: ({ usage }) => (usage?.calls === 1 ? "call" : "calls"),
    render: ({ usage }) => (usage === null ? null : formatNumber(usage.calls)),
  },
  {
    key: "last",
    label: "Last use",
    narrow: "named",
    room: 6,
    render: ({ usage }) =>
      usage === null ? null : usage.last === null ? (
        <span className="text-muted">Not in 30 days</span>
      ) : (
        <Time value={usage.last} />
      ),
  },
  {
    key: "updated",
    label: "Updated",
    sort: "updated",
    firstOrder: "desc",
    narrow: "named",
    roomy: true,
    room: 6,
    render: (row) => <Time value={row.updatedAt} />,
  },
  actionsColumn(
    ({ username }) => username,
    ({ username: id, own }) => (
      <>
        {admin && !own && <MenuLink to={users.path(clusterLevel, { id, page: "view" })}>View as…</MenuLink>}
        <Gated gate={gate} look="menu" label="Edit, change password, delete">
          <MenuLink to={users.path(clusterLevel, { id, page: "edit" })}>Edit</MenuLink>
          <MenuLink to={users.path(clusterLevel, { id, page: "password" })}>Change password</MenuLink>
          <MenuLink to={users.path(clusterLevel, { id, page: "delete" })} danger>
            Delete…
          </MenuLink>
        </Gated>
      </>
    ),
  ),
];

import { type Column, Gated, Menu, MenuLink, PlainLink, StatusBadge, Time } from "~/components/kit";
import type { Gate } from "~/lib/access/gate";
import { formatNumber } from "~/lib/numbers";
import type { UserRow } from "./list.server";
import { userPath } from "./paths";

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
          <PlainLink to={userPath(username)} className="link [overflow-wrap:anywhere]">
            {username}
          </PlainLink>{" "}
          {own && <StatusBadge tone="neutral">You</StatusBadge>} {secondFactor && <StatusBadge tone="good">Second factor</StatusBadge>}
        </div>
        <div className="text-12 font-normal text-muted [overflow-wrap:anywhere]">{email || "No e-mail"}</div>
      </>
    ),
  },
  {
    key: "rights",
    label: "Rights",
    narrow: "own",
    render: ({ isAdmin, rights }) => (isAdmin ? <StatusBadge tone="info">Admin</StatusBadge> : rights || <span className="text-muted">None</span>),
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
        <code className="[overflow-wrap:anywhere]">{indices.join(", ")}</code>
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
    render: ({ usage }) => (usage === null ? null : usage.last === null ? <span className="text-muted">Not in 30 days</span> : <Time value={usage.last} />),
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
  {
    key: "actions",
    label: "Actions",
    hideLabel: true,
    align: "right",
    room: 3,
    render: ({ username, own }) => (
      <Menu label={<span className="sign">…</span>} name={`Actions for ${username}`}>
        {admin && !own && <MenuLink to={userPath(username, "view")}>View as…</MenuLink>}
        <Gated gate={gate} look="menu" label="Edit, change password, delete">
          <MenuLink to={userPath(username, "edit")}>Edit</MenuLink>
          <MenuLink to={userPath(username, "password")}>Change password</MenuLink>
          <MenuLink to={userPath(username, "delete")} danger>
            Delete…
          </MenuLink>
        </Gated>
      </Menu>
    ),
  },
];

import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CopyButton } from "~/components/detail-kit";
import { type Column, DataTable, EmptyState, Gated, GatedLink, LinkButton, ListFilters, Menu, MenuLink, PageHeader, PlainLink } from "~/components/kit";
import { StatusBadge, TableFooter, Time, useAddress } from "~/components/kit";
import type { Gate } from "~/lib/access/gate";
import { shownActions } from "~/lib/access/opens";
import { formatNumber } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { queryString } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { leaveLongAddress } from "~/redirect.server";
import { requireScope } from "~/session/scope.server";
import { loadUsers, type UserRow } from "./_parts/list.server";
import { userList, userPath, userTitle } from "./_parts/screen";

export const handle: Handle = { screen: "user-management" };
export const meta: MetaFunction = () => [{ title: userTitle() }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("user-management"), context);
  const here = userList.at(request);
  leaveLongAddress(request, here);
  const login = `/login${queryString({ url: scope.session.url })}`;
  return { list: await loadUsers(scope, here.state), gate: scope.may("users:write"), admin: scope.identity.isAdmin, login };
}

const columnsFor = (gate: Gate, admin: boolean): Column<UserRow>[] => [
  {
    key: "name",
    label: "User name",
    sort: "name",
    className: "large:min-w-[10rem]",
    render: ({ username, email, own }) => (
      <>
        <div>
          <PlainLink to={userPath(username)} className="link [overflow-wrap:anywhere]">
            {username}
          </PlainLink>{" "}
          {own && <StatusBadge tone="neutral">You</StatusBadge>}
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
    render: ({ usage }) => (usage === null ? null : usage.last === 0 ? <span className="text-muted">Over 7 days ago</span> : <Time value={usage.last} />),
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

const can = [{ value: "admin", label: "Admins only" }, ...shownActions.map(({ value, label }) => ({ value, label }))];

export default function UsersScreen() {
  const { list, gate, admin, login } = useLoaderData<typeof loader>();
  const here = useAddress(userList);
  return (
    <>
      <PageHeader title="Users" actions={<GatedLink gate={gate} to={userPath("new")} label="Create user" tone="primary" />} />
      <p className="mb-3 flex flex-wrap items-baseline gap-x-3 text-13">
        <span>
          Users sign in at{" "}
          <a href={login} className="link [overflow-wrap:anywhere]">
            {login}
          </a>
        </span>
        <CopyButton text={login} label="Copy link" link />
      </p>
      <ListFilters
        here={here}
        filters={[
          { name: "q", label: "Search name, e-mail and indices", chip: (text) => `Contains ${text}` },
          { name: "action", label: "Can", any: "Anything", options: can, chip: (label) => (label === "Admins only" ? label : `Can: ${label}`) },
        ]}
        remarks={list.remarks}
      />
      <DataTable
        caption="Users"
        here={here}
        columns={columnsFor(gate, admin)}
        rows={list.rows}
        rowKey={(row) => row.username}
        footer={<TableFooter here={here} page={list.page} total={list.total} shown={list.rows.length} noun={["user", "users"]} />}
        empty={<EmptyState title="No user matches" action={<LinkButton to="?">Clear all filters</LinkButton>} />}
      />
      {list.usageMissing !== null && (
        <p className="mt-2 text-13 text-muted">
          {list.usageMissing === "server"
            ? "This server does not tell who called and when."
            : "Calls are not shown: the server does not tell them to your user."}
        </p>
      )}
    </>
  );
}

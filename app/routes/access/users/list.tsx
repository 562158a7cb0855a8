import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DataTable, EmptyState, GatedLink, LinkButton, ListFilters, PageHeader, TableFooter, useAddress } from "~/components/kit";
import { CopyButton } from "~/components/ui/request/copy-button";
import { shownActions } from "~/lib/access/opens";
import type { Handle } from "~/navigation/handle";
import { permissionsOf } from "~/navigation/sections";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { leaveLongAddress } from "~/redirect.server";
import { requireScope } from "~/session/scope.server";
import { loginLink } from "./_parts/login-link.server";
import { loadUsers } from "./_parts/list.server";
import { userList, userTitle } from "./_parts/screen";
import { columnsFor } from "./_parts/user-columns";

export const handle: Handle = { screen: "user-management" };
export const meta: MetaFunction = () => [{ title: userTitle() }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("user-management"), context);
  const here = userList.at(request);
  leaveLongAddress(request, here);
  return {
    list: await loadUsers(scope, here.state),
    gate: scope.may("users:write"),
    admin: scope.identity.isAdmin,
    can: [{ value: "admin", label: "Admins only" }, ...shownActions.map(({ value, label }) => ({ value, label }))],
    login: loginLink({ request, context: scope.context }, { url: scope.session.url }),
  };
}

export default function UsersScreen() {
  const { list, gate, admin, can, login } = useLoaderData<typeof loader>();
  const here = useAddress(userList);
  return (
    <>
      <PageHeader title="Users" actions={<GatedLink gate={gate} to={screenPath(clusterLevel, "user-management/new")} label="Create user" tone="primary" />} />
      <p className="mb-3 flex flex-wrap items-baseline gap-x-3 text-13">
        <span>
          Users sign in at{" "}
          <a href={login} className="link [overflow-wrap:anywhere]">
            {login}
          </a>
        </span>
        <CopyButton text={login} label="Copy link" />
      </p>
      <ListFilters
        here={here}
        filters={[
          { name: "q", label: "Search name, e-mail, index", chip: (text) => `Contains ${text}` },
          { name: "action", label: "Can", any: "Any action", options: can, chip: (label) => (label === "Admins only" ? label : `Can: ${label}`) },
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
        empty={
          list.all > 0 ? (
            <EmptyState title="No user matches" action={<LinkButton to="?">Clear all filters</LinkButton>} />
          ) : (
            <EmptyState title="No users yet">This server lists no user, not even yours.</EmptyState>
          )
        }
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

import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useAddress } from "~/components/ui/filter/use-address";
import { GatedLink } from "~/components/ui/message/gated";
import { CopyButton } from "~/components/ui/request/copy-button";
import { ListPage } from "~/components/ui/table/list-page";
import { aboutIndex } from "~/components/ui/filter/about-index";
import { shownActions } from "~/lib/access-control/opens";
import { clusterLevel } from "~/navigation/paths";
import { leaveLongAddress } from "~/server/redirect.server";
import { requireScope } from "~/session/scope.server";
import { userList } from "./_parts/addresses";
import { loadUsers } from "./_parts/list.server";
import { loginLink } from "./_parts/login-link.server";
import { users } from "./_parts/thing";
import { columnsFor } from "./_parts/user-columns";

export const handle = users.list();
export const meta = users.meta();

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, users, context);
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
    <ListPage
      thing={users}
      here={here}
      list={list}
      columns={columnsFor(gate, admin)}
      rowKey={({ username }) => username}
      actions={
        <GatedLink gate={gate} to={users.path(clusterLevel, { page: "new" })} label="Create user" tone="primary" />
      }
      search="Search name, e-mail, index"
      {...aboutIndex(here)}
      filters={[
        {
          name: "action",
          label: "Can",
          any: "Any action",
          options: can,
          chip: (label) => (label === "Admins only" ? label : `Can: ${label}`),
        },
      ]}
      filtersStay
      empty={{ text: "This server lists no user, not even yours." }}
      below={
        list.usageMissing !== null && (
          <p className="mt-2 text-13 text-muted">
            {list.usageMissing === "server"
              ? "This server does not tell who called and when."
              : "Calls are not shown: the server does not tell them to your user."}
          </p>
        )
      }
    >
      <p className="mb-3 flex flex-wrap items-baseline gap-x-3 text-13">
        <span>
          Users sign in at{" "}
          <a href={login} className="link [overflow-wrap:anywhere]">
            {login}
          </a>
        </span>
        <CopyButton text={login} label="Copy link" />
      </p>
    </ListPage>
  );
}

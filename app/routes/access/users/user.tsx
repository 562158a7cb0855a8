import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DefinitionList } from "~/components/detail-kit";
import { Card, GatedLink, PageHeader, StatusBadge, Time } from "~/components/kit";
import { CopyButton } from "~/components/ui/request/copy-button";
import { shownActions } from "~/lib/access/opens";
import type { Handle } from "~/navigation/handle";
import { permissionsOf } from "~/navigation/sections";
import { panel } from "~/services/http/settle.server";
import { deletionGate, resetGate } from "~/services/users/gates";
import { lastCalls } from "~/services/users/last-calls.server";
import { requireUser } from "~/services/users/read.server";
import { requireScope } from "~/session/scope.server";
import { viewGateOf } from "./_parts/view-gate";
import { LastCalls } from "./_parts/last-calls";
import { loginLink } from "./_parts/login-link.server";
import { userCrumbs, userNameIn, userNameOf, userPath, userTitle } from "./_parts/screen";

export const handle: Handle = { screen: "user-management", crumbs: userCrumbs() };
export const meta: MetaFunction = ({ location }) => [{ title: userTitle(userNameOf(location.pathname)) }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("user-management"), context);
  const username = userNameIn(request);
  const own = scope.session.username;
  const { user, users } = await requireUser(scope, username);
  const may = scope.may("users:write");
  return {
    user,
    given: shownActions.filter(({ value }) => user.actions.includes(value)),
    offered: shownActions.length,
    gate: may,
    reset: may.ok ? resetGate({ user, own }) : may,
    deletion: may.ok ? deletionGate({ user, users, own }) : may,
    view: viewGateOf({ username, own, isAdmin: scope.identity.isAdmin }),
    calls: scope.may("logs:read").ok ? await panel(lastCalls(scope, username), { request }) : null,
    login: loginLink({ request, context: scope.context }, { url: scope.session.url, username }),
  };
}

export default function UserScreen() {
  const { user, given, offered, gate, reset, deletion, view, calls, login } = useLoaderData<typeof loader>();
  const { username, email, isAdmin, categories, indices, acls, sources, depth, secondFactor, createdAt, updatedAt } = user;
  return (
    <>
      <PageHeader
        title={<span className="[overflow-wrap:anywhere]">{username}</span>}
        actions={
          <>
            <CopyButton text={login} label="Copy sign-in link" />
            <GatedLink gate={deletion} to={userPath(username, "delete")} label="Delete…" tone="danger-outline" />
            {secondFactor && <GatedLink gate={reset} to={userPath(username, "second-factor")} label="Reset second factor…" />}
            <GatedLink gate={view} to={userPath(username, "view")} label="View as…" />
            <GatedLink gate={gate} to={userPath(username, "password")} label="Change password" />
            <GatedLink gate={gate} to={userPath(username, "edit")} label="Edit" tone="primary" />
          </>
        }
      />
      <div className="mb-4 max-w-[1000px]">
        <DefinitionList
          items={[
            { label: "E-mail", value: email || "None" },
            { label: "Rights", value: isAdmin ? <StatusBadge tone="info">Admin</StatusBadge> : `${given.length} of ${offered} actions` },
            { label: "Indices", value: isAdmin ? "All" : indices.length === 0 ? "None" : <code>{indices.join(", ")}</code> },
            { label: "Calls", value: acls === null ? "All of the actions" : <code>{acls.join(", ")}</code> },
            { label: "IP sources", value: sources.length === 0 ? "Any address" : <code>{sources.join(", ")}</code> },
            { label: "Second factor", value: secondFactor ? <StatusBadge tone="good">On</StatusBadge> : null },
            { label: "IP source depth", value: depth },
            { label: "Created", value: createdAt && <Time value={createdAt} exact /> },
            { label: "Updated", value: updatedAt && <Time value={updatedAt} exact /> },
          ]}
        />
      </div>
      <div className="grid max-w-[1000px] gap-4">
        <Card title="What the user can do">
          {isAdmin && <p className="mt-1 text-13">Everything: every action, every index, users and credentials.</p>}
          {!isAdmin && <DefinitionList items={given.map(({ label, opens }) => ({ label, value: opens }))} />}
          {categories.length > 0 && (
            <p className="mt-2 text-12 text-muted [overflow-wrap:anywhere]">
              Categories: <code>{categories.join(", ")}</code>
            </p>
          )}
        </Card>
        {calls && <LastCalls calls={calls} username={username} />}
      </div>
    </>
  );
}

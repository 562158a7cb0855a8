import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Card } from "~/components/ui/card";
import { DefinitionList } from "~/components/ui/definition-list";
import { GatedLink } from "~/components/ui/message/gated";
import { MoreMenu } from "~/components/ui/message/more-menu";
import { StatusBadge } from "~/components/ui/message/status-badge";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { CopyButton } from "~/components/ui/request/copy-button";
import { Time } from "~/components/ui/time";
import { shownActions } from "~/lib/access-control/opens";
import { clusterLevel } from "~/navigation/paths";
import { panel } from "~/services/platform/http/settle.server";
import { deletionGate, resetGate } from "~/services/access-control/users/gates";
import { lastCalls } from "~/services/access-control/users/last-calls.server";
import { requireUser } from "~/services/access-control/users/read.server";
import { requireScope } from "~/session/scope.server";
import { LastCalls } from "./_parts/last-calls";
import { loginLink } from "./_parts/login-link.server";
import { users } from "./_parts/thing";
import { viewGateOf } from "./_parts/view-gate";

export const handle = users.one();
export const meta = users.meta(({ id }) => id);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, users, context);
  const username = users.idIn(request);
  const own = scope.session.username;
  const { user, users: everybody } = await requireUser(scope, username);
  const may = scope.may("users:write");
  return {
    user,
    given: shownActions.filter(({ value }) => user.actions.includes(value)),
    offered: shownActions.length,
    gate: may,
    reset: may.ok ? resetGate({ user, own }) : may,
    deletion: may.ok ? deletionGate({ user, users: everybody, own }) : may,
    view: viewGateOf({ username, own, isAdmin: scope.identity.isAdmin }),
    calls: scope.may("logs:read").ok ? await panel(lastCalls(scope, username), { request }) : null,
    login: loginLink({ request, context: scope.context }, { url: scope.session.url, username }),
  };
}

export default function UserScreen() {
  const { user, given, offered, gate, reset, deletion, view, calls, login } = useLoaderData<typeof loader>();
  const { username, email, isAdmin, categories, indices, acls, sources, depth, secondFactor, createdAt, updatedAt } =
    user;
  const to = (page: "view" | "password" | "second-factor" | "delete" | "edit") =>
    users.path(clusterLevel, { id: username, page });
  return (
    <>
      <PageHeader
        title={<Name>{username}</Name>}
        actions={
          <>
            <CopyButton text={login} label="Copy sign-in link" />
            <MoreMenu
              entries={[
                { gate: view, to: to("view"), label: "View as…" },
                { gate, to: to("password"), label: "Change password" },
                ...(secondFactor ? [{ gate: reset, to: to("second-factor"), label: "Reset second factor…" }] : []),
                { gate: deletion, to: to("delete"), label: "Delete…", danger: true },
              ]}
            />
            <GatedLink gate={gate} to={to("edit")} label="Edit" tone="primary" />
          </>
        }
      />
      <div className="mb-4 max-w-[1000px]">
        <DefinitionList
          items={[
            { label: "E-mail", value: email || "None" },
            {
              label: "Rights",
              value: isAdmin ? <StatusBadge tone="info">Admin</StatusBadge> : `${given.length} of ${offered} actions`,
            },
            {
              label: "Indices",
              value: isAdmin ? "All" : indices.length === 0 ? "None" : <code>{indices.join(", ")}</code>,
            },
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
            <Name as="p" className="mt-2 text-12 text-muted">
              Categories: <code>{categories.join(", ")}</code>
            </Name>
          )}
        </Card>
        {calls && <LastCalls calls={calls} username={username} />}
      </div>
    </>
  );
}

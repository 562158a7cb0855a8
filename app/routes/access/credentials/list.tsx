import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DataTable, EmptyState, GatedLink, LinkButton, ListFilters, Notice, PageHeader, PlainLink, TableFooter, useAddress } from "~/components/kit";
import { CopyButton } from "~/components/ui/request/copy-button";
import type { Handle } from "~/navigation/handle";
import { clusterLevel, levelRef, screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { leaveLongAddress } from "~/redirect.server";
import { settle } from "~/services/http/settle.server";
import { listShares } from "~/services/sharing/shares.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { viewGate } from "~/session/view-as.server";
import { sharesPath } from "../sharing/screen";
import { columnsAt } from "./_parts/list-columns";
import { loadCredentials } from "./_parts/list.server";
import { useReveal } from "./_parts/reveal";
import { credentialList, credentialTitle } from "./_parts/screen";

export const handle: Handle = { screen: "credentials" };
export const meta: MetaFunction = ({ params }) => [{ title: credentialTitle(params) }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("credentials"), context);
  const here = credentialList.at(request);
  leaveLongAddress(request, here);
  const [list, shared] = await Promise.all([loadCredentials(scope, here.state), scope.level === "app" && sharesOf(scope, scope.app)]);
  return {
    list,
    shared,
    url: scope.session.url,
    gate: scope.may("credentials:write"),
    showGate: viewGate(scope.session),
    at: levelRef(params["appName"]),
  };
}

/** Whether this server shares indices; a list that cannot be read says so on its own page. */
async function sharesOf(scope: Scope, index: string): Promise<boolean> {
  const asked = await settle(listShares(scope, index));
  return asked.ok && asked.value !== null;
}

export default function CredentialsScreen() {
  const { list, url, gate, showGate, at, shared } = useLoaderData<typeof loader>();
  const reveal = useReveal();
  const here = useAddress(credentialList);
  const toNew = screenPath(at, "credentials/new");
  return (
    <>
      <PageHeader
        title="API credentials"
        description={
          <>
            Applications sign in with them at <code className="[overflow-wrap:anywhere]">{url}</code> <CopyButton text={url} />
          </>
        }
        actions={
          <>
            {shared && <LinkButton to={sharesPath(at.app ?? "")}>Shares</LinkButton>}
            <GatedLink gate={gate} to={toNew} label="Create credential" tone="primary" />
          </>
        }
      />
      {list.all > 0 && (
        <ListFilters
          here={here}
          filters={[
            { name: "q", label: "Search name, description, owner and indices", chip: (text) => `Contains ${text}` },
            {
              name: "access",
              label: "Access",
              any: "Any access",
              options: [
                { value: "read", label: "Read-only" },
                { value: "write", label: "Write-only" },
                { value: "both", label: "Read and write" },
              ],
            },
            {
              name: "state",
              label: "State",
              any: "Any state",
              options: [
                { value: "active", label: "Active" },
                { value: "expired", label: "Expired" },
              ],
            },
          ]}
          remarks={list.remarks}
        />
      )}
      {reveal.problem !== null && (
        <Notice tone="bad" role="alert">
          {reveal.problem}
        </Notice>
      )}
      <DataTable
        caption="API credentials"
        here={here}
        columns={columnsAt({ at, gate, showGate, reveal })}
        rows={list.rows}
        rowKey={(row) => row.name}
        footer={<TableFooter here={here} page={list.page} total={list.total} shown={list.rows.length} noun={["credential", "credentials"]} />}
        empty={
          list.all > 0 ? (
            <EmptyState title="No credential matches" action={<LinkButton to="?">Clear all filters</LinkButton>} />
          ) : (
            <EmptyState title={at.level === "app" ? "No credential names this index" : "No API credentials yet"}>
              <p>Give each application its own credential with the least it needs: it can be limited, watched and deleted alone.</p>
            </EmptyState>
          )
        }
      />
      {list.usageMissing !== null && <p className="mt-2 text-13 text-muted">{list.usageMissing}</p>}
      {at.level === "app" && (
        <p className="mt-2 text-13 text-muted">
          Credentials that reach this index by a pattern such as * are listed under{" "}
          <PlainLink to={screenPath(clusterLevel, "credentials")}>All indices</PlainLink>.
        </p>
      )}
    </>
  );
}

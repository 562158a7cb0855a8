import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/ui/button";
import { useAddress } from "~/components/ui/filter/use-address";
import { GatedLink } from "~/components/ui/message/gated";
import { Notice } from "~/components/ui/message/notice";
import { Name } from "~/components/ui/name";
import { PlainLink } from "~/components/ui/plain-link";
import { CopyButton } from "~/components/ui/request/copy-button";
import { ListPage } from "~/components/ui/table/list-page";
import { clusterLevel, levelRef } from "~/navigation/paths";
import { leaveLongAddress } from "~/server/redirect.server";
import { publicAddress } from "~/services/platform/http/public-address.server";
import { settle } from "~/services/platform/http/settle.server";
import { listShares } from "~/services/access-control/sharing/shares.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { viewGate } from "~/session/view-as.server";
import { sharesPath } from "../_parts/share-paths";
import { credentialList } from "./_parts/addresses";
import { columnsAt } from "./_parts/list-columns";
import { loadCredentials } from "./_parts/list.server";
import { useReveal } from "./_parts/reveal";
import { credentials } from "./_parts/thing";

export const handle = credentials.list();
export const meta = credentials.meta();

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, credentials, context);
  const here = credentialList.at(request);
  leaveLongAddress(request, here);
  const [list, shared] = await Promise.all([
    loadCredentials(scope, here.state),
    scope.level === "app" && sharesOf(scope, scope.app),
  ]);
  return {
    list,
    shared,
    url: publicAddress(scope),
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
  const toNew = credentials.path(at, { page: "new" });
  return (
    <ListPage
      thing={credentials}
      here={here}
      list={list}
      columns={columnsAt({ at, gate, showGate, reveal })}
      rowKey={({ name }) => name}
      description={
        <>
          Applications sign in with them at <Name as="code">{url}</Name> <CopyButton text={url} />
        </>
      }
      actions={
        <>
          {shared && <LinkButton to={sharesPath(at.app ?? "")}>Shares</LinkButton>}
          <GatedLink gate={gate} to={toNew} label="Create credential" tone="primary" />
        </>
      }
      search="Search name, description, owner and indices"
      filters={[
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
          name: "use",
          label: "Used by",
          any: "Anyone",
          options: [
            { value: "applications", label: "Applications" },
            { value: "links", label: "Shared links" },
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
      above={
        reveal.problem !== null && (
          <Notice tone="bad" role="alert">
            {reveal.problem}
          </Notice>
        )
      }
      empty={{
        title: at.level === "app" ? "No credential names this index" : "No API credentials yet",
        text: "Give each application its own credential with the least it needs: it can be limited, watched and deleted alone.",
      }}
      below={
        <>
          {list.usageMissing !== null && <p className="mt-2 text-13 text-muted">{list.usageMissing}</p>}
          {at.level === "app" && (
            <p className="mt-2 text-13 text-muted">
              Credentials that reach this index by a pattern such as * are listed under{" "}
              <PlainLink to={credentials.path(clusterLevel)}>All indices</PlainLink>.
            </p>
          )}
        </>
      }
    />
  );
}

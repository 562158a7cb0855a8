import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Gated, GatedLink } from "~/components/ui/message/gated";
import { PlanGatePanel } from "~/components/ui/message/plan-panel";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlaceNav } from "~/components/ui/page/place-nav";
import { PlainLink } from "~/components/ui/plain-link";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import type { Gate } from "~/lib/access-control/gate";
import type { Handle } from "~/navigation/handle";
import { titled } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { listShares, type Share } from "~/services/access-control/sharing/shares.server";
import { requireScope } from "~/session/scope.server";
import { sharingGate } from "./gate.server";
import { accessOf, shareCrumbs, sharesPath } from "../_parts/share-paths";

export const handle: Handle = { screen: "credentials", crumbs: shareCrumbs() };
export const meta = titled("Shares");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "credentials" }, context);
  const index = scope.app ?? "";
  return { index, shares: await listShares(scope, index), gate: sharingGate(scope) };
}

const columnsOf = ({ index, gate }: { index: string; gate: Gate }): Column<Share>[] => [
  { key: "email", label: "E-mail", render: ({ email }) => email },
  { key: "access", label: "Access", narrow: "named", render: ({ ops }) => accessOf(ops) },
  {
    key: "description",
    label: "Description",
    narrow: "own",
    render: ({ description }) => (description === "" ? null : description),
  },
  {
    key: "actions",
    label: "Actions",
    hideLabel: true,
    render: ({ user }) => (
      <Gated gate={gate} label="End…" look="link">
        <PlainLink to={sharesPath(index, "end", { user })} className="link">
          End…
        </PlainLink>
      </Gated>
    ),
  },
];

export default function SharesScreen() {
  const { index, shares, gate } = useLoaderData<typeof loader>();
  const back = screenPath(appLevel(index), "credentials");
  return (
    <>
      <PlaceNav backTo={back} backLabel="API credentials" place={null} />
      <PageHeader
        title="Shares"
        actions={
          shares !== null && <GatedLink gate={gate} to={sharesPath(index, "add")} label="Share index" tone="primary" />
        }
      />
      {shares === null ? (
        <EmptyState title="This server does not share indices">
          <p>Give others an API credential, or a user of this server.</p>
        </EmptyState>
      ) : (
        <>
          <PlanGatePanel gate={gate} />
          <DataTable
            caption={`Shares of ${index}`}
            columns={columnsOf({ index, gate })}
            rows={shares}
            rowKey={({ user }) => user}
            plain
            empty={
              <EmptyState title="Not shared yet">
                <p>Share this index with another account by its e-mail address.</p>
              </EmptyState>
            }
          />
        </>
      )}
    </>
  );
}

import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PlaceNav, PlanGatePanel } from "~/components/detail-kit";
import { type Column, DataTable, EmptyState, Gated, GatedLink, PageHeader, PlainLink } from "~/components/kit";
import type { Handle } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { listShares, type Share } from "~/services/sharing/shares.server";
import { requireScope } from "~/session/scope.server";
import type { Gate } from "~/lib/access/gate";
import { sharingGate } from "./gate.server";
import { accessOf, shareCrumbs, sharesPath } from "./screen";

export const handle: Handle = { screen: "credentials", crumbs: shareCrumbs() };
export const meta: MetaFunction = ({ params }) => [{ title: `Shares · ${params["appName"] ?? ""}` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("credentials"), context);
  const index = scope.app ?? "";
  return { index, shares: await listShares(scope, index), gate: sharingGate(scope) };
}

const columnsOf = ({ index, gate }: { index: string; gate: Gate }): Column<Share>[] => [
  { key: "email", label: "E-mail", render: ({ email }) => email },
  { key: "access", label: "Access", narrow: "named", render: ({ ops }) => accessOf(ops) },
  { key: "description", label: "Description", narrow: "own", render: ({ description }) => (description === "" ? null : description) },
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
      <PageHeader title="Shares" actions={shares !== null && <GatedLink gate={gate} to={sharesPath(index, "add")} label="Share index" tone="primary" />} />
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

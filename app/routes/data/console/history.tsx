import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import "~/components/detail-kit";
import { LinkButton, PageHeader, Remarks, TableFooter, useAddress } from "~/components/kit";
import type { Handle } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { listSent } from "~/services/console/history.server";
import { requireScope } from "~/session/scope.server";
import { noneSent } from "./_parts/none.server";
import { historyAddress, SentTable } from "./_parts/screen";

export const handle: Handle = { screen: "console", crumbs: () => [{ label: "History" }] };
export const meta: MetaFunction = ({ params }) => [{ title: `History · Console · ${params["appName"] ?? "Cluster"}` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("console"), context);
  return { ...listSent(scope, historyAddress.at(request).state), none: noneSent(scope), at: levelRef(params["appName"]) };
}

export default function ConsoleHistoryScreen() {
  const { rows, total, none, at } = useLoaderData<typeof loader>();
  const here = useAddress(historyAddress);
  return (
    <>
      <PageHeader
        title="Console history"
        description="Requests that you sent from the console in the last 30 days."
        actions={
          total > 0 && (
            <LinkButton tone="danger-outline" to={screenPath(at, "console", { rest: ["forget"] })}>
              Clear history…
            </LinkButton>
          )
        }
      />
      <Remarks of={here.remarks} />
      <SentTable at={at} rows={rows} none={none} footer={<TableFooter here={here} total={total} shown={rows.length} noun={["request", "requests"]} />} />
    </>
  );
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/ui/button";
import { useAddress } from "~/components/ui/filter/use-address";
import { Remarks } from "~/components/ui/message/remarks";
import { PageHeader } from "~/components/ui/page/page-header";
import { TableFooter } from "~/components/ui/table/table-footer";
import { type Handle, titled } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { listSent } from "~/services/data/console/history.server";
import { requireScope } from "~/session/scope.server";
import { historyAddress } from "./_parts/console-address";
import { noneSent } from "./_parts/none.server";
import { SentTable } from "./_parts/sent-table";

export const handle: Handle = { screen: "console", crumbs: () => [{ label: "History" }] };
export const meta = titled("History", "Console");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "console" }, context);
  return {
    ...listSent(scope, historyAddress.at(request).state),
    none: noneSent(scope),
    at: levelRef(params["appName"]),
  };
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
      <SentTable
        at={at}
        rows={rows}
        none={none}
        footer={<TableFooter here={here} total={total} shown={rows.length} noun={["request", "requests"]} />}
      />
    </>
  );
}

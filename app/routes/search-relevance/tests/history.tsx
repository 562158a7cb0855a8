import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Chart } from "~/components/charts/chart";
import { LinkButton } from "~/components/ui/button";
import { useAddress } from "~/components/ui/filter/use-address";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Notice } from "~/components/ui/message/notice";
import { Remarks } from "~/components/ui/message/remarks";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlainLink } from "~/components/ui/plain-link";
import { DataTable } from "~/components/ui/table/data-table";
import { TableFooter } from "~/components/ui/table/table-footer";
import { appLevel } from "~/navigation/paths";
import { leaveLongAddress } from "~/server/redirect.server";
import { runHistory } from "./_parts/addresses";
import { FirstTests } from "./_parts/first-tests";
import { openTests } from "./_parts/form/form.server";
import { historyColumns } from "./_parts/history-columns";
import { loadHistory } from "./_parts/history.server";
import { relevanceTests } from "./_parts/thing";

export const handle = relevanceTests.beside("History");
export const meta = relevanceTests.meta("History");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const here = runHistory.at(request);
  const { scope, index } = await openTests(request, params, context);
  leaveLongAddress(request, here);
  return { index, gate: scope.may("relevance:write"), ...loadHistory(scope, { index, state: here.state, request }) };
}

export default function RunHistoryScreen() {
  const { index, list, chart, failed, hasTests, gate } = useLoaderData<typeof loader>();
  const here = useAddress(runHistory);
  const at = appLevel(index);
  const run = <LinkButton to={relevanceTests.path(at, { page: "run" })}>Run tests</LinkButton>;
  const schedule = <LinkButton to={relevanceTests.path(at, { page: "schedule" })}>Schedule…</LinkButton>;
  return (
    <>
      <PageHeader
        title="History of relevance tests"
        description={chart === null ? undefined : "What whole runs gave on the live settings; the last 400 are kept."}
        actions={
          <>
            {schedule}
            {chart !== null && run}
          </>
        }
      />
      {failed !== null && (
        <Notice tone="bad">
          The last scheduled run failed. {failed}{" "}
          <PlainLink to={relevanceTests.path(at, { page: "schedule" })}>See its schedule</PlainLink>
        </Notice>
      )}
      <Remarks of={[...here.remarks, ...list.remarks]} />
      {chart && (
        <div className="mb-5">
          <Chart chart={chart} headingLevel="h2" empty="No runs yet." />
        </div>
      )}
      <DataTable
        caption={`Runs of the relevance tests of ${index}`}
        columns={historyColumns(at)}
        rows={list.rows}
        rowKey={({ at: moment }) => String(moment)}
        empty={
          <EmptyState title="No runs yet" action={hasTests ? run : <FirstTests at={at} gate={gate} />}>
            <p>Each run of all tests is kept here, so that you see what got better or worse over time.</p>
          </EmptyState>
        }
        footer={
          <TableFooter
            here={here}
            page={list.page}
            total={list.total}
            shown={list.rows.length}
            noun={["run", "runs"]}
          />
        }
      />
    </>
  );
}

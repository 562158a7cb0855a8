import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import "~/analytics-companions.client";
import { PlaceNav } from "~/components/detail-kit";
import { LinkButton, PageHeader, Remarks, useAddress } from "~/components/kit";
import { encodeSegment } from "~/lib/ids";
import type { Handle } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { leaveLongAddress } from "~/redirect.server";
import { requireAnalytics } from "../_parts/query.server";
import { loadReport } from "./load-report.server";
import { reportAddress } from "./report-address";
import { WeeklyReport } from "./weekly-report";

export const handle: Handle = { screen: "analytics", crumbs: () => [{ label: "Weekly report" }] };
export const meta: MetaFunction<typeof loader> = ({ data, params }) => [
  { title: `${data?.report.title ?? "Weekly report"} · ${params["appName"] ?? "Cluster"}` },
];

export async function loader(args: LoaderFunctionArgs) {
  const scope = await requireAnalytics(args);
  const here = reportAddress.at(args.request);
  leaveLongAddress(args.request, here);
  return { at: levelRef(args.params["appName"]), report: await loadReport(scope, here.state.week) };
}

export default function ReportScreen() {
  const { at, report } = useLoaderData<typeof loader>();
  const here = useAddress(reportAddress);
  const { week, zone, previous, next } = report;
  const toWeek = (one: string) => here.href({ week: { week: one, zone } });
  const search = toWeek(week);
  const file = `/resources/${at.level === "app" ? `${encodeSegment(at.app)}/` : ""}analytics/report${search}`;
  return (
    <>
      <PlaceNav backTo={screenPath(at, "analytics")} backLabel="Analytics" place={null} />
      <PageHeader
        title={`Weekly report: ${report.title.toLowerCase()}`}
        actions={
          <div className="page-only flex flex-wrap gap-2">
            <LinkButton to={toWeek(previous)}>Week before</LinkButton>
            {next !== null && <LinkButton to={toWeek(next)}>Week after</LinkButton>}
            <LinkButton to={file} reloadDocument>
              Download
            </LinkButton>
            <LinkButton to={screenPath(at, "analytics/report/mail")}>By mail</LinkButton>
            <LinkButton to={screenPath(at, "shared-links/new", { query: { page: `analytics/report${search}` } })}>Share</LinkButton>
          </div>
        }
      />
      <Remarks of={here.remarks} />
      <WeeklyReport report={report} />
    </>
  );
}

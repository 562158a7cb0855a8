import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "~/components/ui/button";
import { useAddress } from "~/components/ui/filter/use-address";
import { Menu, MenuLink } from "~/components/ui/menu";
import { Remarks } from "~/components/ui/message/remarks";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlaceNav } from "~/components/ui/page/place-nav";
import { encodeSegment } from "~/lib/address/ids";
import { type Handle, titled } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { leaveLongAddress } from "~/server/redirect.server";
import { requireAnalytics } from "./_parts/query.server";
import { loadReport } from "./_parts/report/load-report.server";
import { reportAddress } from "./_parts/report/report-address";
import { WeeklyReport } from "./_parts/report/weekly-report";

export const handle: Handle = { screen: "analytics", crumbs: () => [{ label: "Weekly report" }] };
export const meta = titled<typeof loader>(({ data }) => data?.report.title ?? "Weekly report");

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
            <Menu label="More" button>
              <MenuLink to={file} reload>
                Download
              </MenuLink>
              <MenuLink to={screenPath(at, "analytics/report/mail")}>By mail</MenuLink>
              <MenuLink to={screenPath(at, "shared-links/new", { query: { page: `analytics/report${search}` } })}>
                Share
              </MenuLink>
            </Menu>
          </div>
        }
      />
      <Remarks of={here.remarks} />
      <WeeklyReport report={report} />
    </>
  );
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import { visitorPage } from "~/components/read-only/document.server";
import { renderReadOnly } from "~/components/read-only/render.server";
import { levelRef, screenPath } from "~/navigation/paths";
import { requireAnalytics } from "../query.server";
import { loadReport, type WeeklyReportData } from "./load-report.server";
import ReportScreen from "../../report";
import { reportAddress } from "./report-address";

/** What a file may be called anywhere. */
const plainName = (text: string) => text.replace(/[^\w.-]+/g, "-");

/** Where a report of a week stands in the console. */
export function reportPath({ index, week, zone }: Pick<WeeklyReportData, "index" | "week" | "zone">): string {
  return `${screenPath(levelRef(index ?? undefined), "analytics/report")}${reportAddress.at("").href({ week: { week, zone } })}`;
}

/** A report as one HTML file: styles inside, no script, nothing that is fetched when it is opened. */
export async function reportPage({
  report,
  siteName,
}: {
  report: WeeklyReportData;
  siteName: string;
}): Promise<Response> {
  const reader = {
    zone: report.zone,
    zoneKnown: true,
    now: Date.now(),
    lite: true,
    theme: "system",
    siteName,
  } as const;
  const data = { at: levelRef(report.index ?? undefined), report };
  const body = await renderReadOnly({ Screen: ReportScreen, data, address: reportPath(report), reader });
  const name = plainName(`report-${report.index ?? "all"}-${report.week}`);
  return visitorPage({
    title: `${report.title} · ${report.index ?? "All indices"}`,
    head: <strong className="text-ink">{siteName}</strong>,
    body,
    headers: { "Content-Disposition": `attachment; filename="${name}.html"` },
  });
}

/** The file of the week that an address names. */
export async function reportFile(args: LoaderFunctionArgs): Promise<Response> {
  const scope = await requireAnalytics(args);
  const report = await loadReport(scope, reportAddress.at(args.request).state.week);
  return reportPage({ report, siteName: scope.context.config.siteName });
}

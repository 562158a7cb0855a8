import type { LoaderFunctionArgs } from "@remix-run/node";
import { visitorPage } from "~/components/read-only/document.server";
import { renderReadOnly } from "~/components/read-only/render.server";
import { levelRef, screenPath } from "~/navigation/paths";
import { requireAnalytics } from "../_parts/query.server";
import { loadReport } from "./load-report.server";
import ReportScreen from "./report";
import { reportAddress } from "./report-address";

/** What a file may be called anywhere. */
const plainName = (text: string) => text.replace(/[^\w.-]+/g, "-");

/** The page of a report as one HTML file: styles inside, no script, nothing that is fetched when it is opened. */
export async function reportFile(args: LoaderFunctionArgs): Promise<Response> {
  const scope = await requireAnalytics(args);
  const here = reportAddress.at(args.request);
  const report = await loadReport(scope, here.state.week);
  const at = levelRef(args.params["appName"]);
  const address = `${screenPath(at, "analytics/report")}${here.href({ week: { week: report.week, zone: report.zone } })}`;
  const { siteName } = scope.context.config;
  const reader = { zone: report.zone, zoneKnown: true, now: Date.now(), lite: true, theme: "system", siteName } as const;
  const body = await renderReadOnly({ Screen: ReportScreen, data: { at, report }, address, reader });
  const name = plainName(`report-${report.index ?? "all"}-${report.week}`);
  return visitorPage({
    title: `${report.title} · ${report.index ?? "All indices"}`,
    head: <strong className="text-ink">{siteName}</strong>,
    body,
    headers: { "Content-Disposition": `attachment; filename="${name}.html"` },
  });
}

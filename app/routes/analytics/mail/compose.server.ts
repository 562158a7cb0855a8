import type { AppLoadContext } from "@remix-run/node";
import { EMPTY_QUERY } from "~/lib/address/empty-query";
import { formatNumber } from "~/lib/values/numbers";
import { publicOrigin } from "~/lib/address/public-address.server";
import { failureMessage } from "~/lib/messages/user-messages";
import { levelRef } from "~/navigation/paths";
import { mayReadAnalytics } from "~/services/analytics/access.server";
import { passwordOf } from "~/services/analytics/report-mails/make.server";
import { type Composed, ReportError } from "~/services/analytics/report-mails/runner.server";
import type { ReportMail } from "~/services/analytics/report-mails/store.server";
import { notAllowedServer } from "~/session/allowed-urls.server";
import { visitorScope } from "~/session/visitor.server";
import { cards } from "../_parts/summary-cards";
import { reportPage, reportPath } from "../_parts/report/file.server";
import { loadReport, type WeeklyReportData } from "../_parts/report/load-report.server";

const ENDED =
  "Its API credential no longer reads analytics: it is gone, or whoever created it may no longer read them.";

/** The mail of a week: read with the credential of its own, and whole. Throws ReportError. */
export async function composeReport({
  context,
  mail,
  week,
}: {
  context: AppLoadContext;
  mail: ReportMail;
  week: string;
}): Promise<Composed> {
  const report = await readReport({ context, mail, week });
  const { siteName } = context.config;
  const place = report.index ?? "All indices";
  // 16 – 22 Nov is 16–22 Nov where it is one month.
  const dates = report.dates.replace(/^(\d+) – (\d+ \w+ \d{4})$/, "$1–$2");
  const page = await (await reportPage({ report, siteName })).text();
  const lines = textOf(report, `${publicOrigin(context.config) ?? ""}${reportPath(report)}`);
  return {
    subject: `${siteName} weekly report: week ${Number(week.split("-W")[1])}, ${dates} · ${place}`,
    text: (unsubscribe) => [...lines, "", `Unsubscribe: ${unsubscribe}`, ""].join("\n"),
    html: (unsubscribe) =>
      page.replace(
        "</body>",
        () =>
          `<footer class="mx-auto max-w-[1200px] p-4 text-13 text-muted small:p-6"><a class="link" href="${unsubscribe}">Unsubscribe</a> from ${escaped(mail.label)}.</footer></body>`,
      ),
  };
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

async function readReport({
  context,
  mail,
  week,
}: {
  context: AppLoadContext;
  mail: ReportMail;
  week: string;
}): Promise<WeeklyReportData> {
  const refused = notAllowedServer({ url: mail.server, config: context.config });
  if (refused !== undefined) throw new ReportError(refused, true);
  const password = passwordOf(context.config, mail);
  if (password === undefined)
    throw new ReportError(
      "The console has another session secret since. Delete this report and create it again.",
      true,
    );
  const at = levelRef(mail.index_name ?? undefined);
  const own = { server: mail.server, username: mail.credential, password, zone: mail.zone };
  // No browser asks for it: the address stands for none of ours.
  const scope = await visitorScope({ request: new Request("http://console/"), context, at, ...own });
  if (!(await mayReadAnalytics(scope))) throw new ReportError(ENDED, true);
  const report = await loadReport(scope, { week, zone: mail.zone });
  const { summary, volume, popular, filters, results, nothing, insights } = report;
  const failed = [summary, volume, popular, filters, results, nothing, insights].find((part) => !part.ok);
  if (failed && !failed.ok)
    throw new ReportError(`The report could not be loaded whole. ${failureMessage(failed.failure)}`, false);
  return report;
}

type Part<Value> = { ok: true; value: Value | null } | { ok: false };
type Ranked = { key: string; count: number };

const valueOf = <Value>(part: Part<Value>) => (part.ok ? part.value : null);

/** The report as lines, for whoever reads mails as text. */
function textOf(report: WeeklyReportData, address: string): string[] {
  const { summary, popular, nothing, results, filters } = report;
  const figures = valueOf(summary);
  const ranks: { title: string; rows: Ranked[] | null }[] = [
    { title: "Popular searches", rows: valueOf(popular) },
    { title: "No results searches", rows: valueOf(nothing) },
    { title: "Popular results", rows: valueOf(results) },
    { title: "Popular filters", rows: valueOf(filters) },
  ];
  return [
    `${report.title} · ${report.index ?? "All indices"} · ${report.dates} · ${report.zone}`,
    "",
    ...cards.flatMap(({ label, key, show }) => {
      const value = figures?.now[key] ?? null;
      const before = figures?.before?.[key] ?? null;
      return value === null
        ? []
        : [`${label}: ${show(value)}${before === null ? "" : ` (week before: ${show(before)})`}`];
    }),
    ...ranks.flatMap(({ title, rows }) => (rows === null ? [] : ["", title, ...ranked(rows)])),
    "",
    address,
  ];
}

function ranked(rows: Ranked[]): string[] {
  if (rows.length === 0) return ["  Nothing in this week."];
  return rows.map(
    ({ key, count }, at) =>
      `  ${at + 1}. ${key === EMPTY_QUERY ? "Empty search" : key.replace(/\s+/g, " ")}: ${formatNumber(count)}`,
  );
}

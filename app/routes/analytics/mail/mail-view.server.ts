import { weekInWords } from "~/lib/analytics/iso-week";
import { restOf } from "~/navigation/paths";
import { redirect } from "~/server/redirect.server";
import { getReportMail, listReportMails, type ReportMail } from "~/services/analytics/report-mails/store.server";
import { lastWeeks } from "~/services/analytics/report-mails/weeks.server";
import type { Scope } from "~/session/scope.server";
import { reportMails } from "./thing";

/** A report that is mailed as pages show it, with what became of the last mail: nothing of its secrets. */
function mailView(scope: Scope, mail: ReportMail) {
  const { id, label, index_name: index, weekday, hour, zone, person, created, credential, recipients } = mail;
  const [last = null] = lastWeeks(scope.context.config, { mail: id, most: 1 });
  const sent = last && {
    ...{
      week: last.week,
      title: weekInWords(last.week),
      state: last.state,
      reason: last.reason,
      tries: last.tries,
      at: last.ended ?? last.created,
      nextTry: last.next_try,
    },
  };
  return { id, label, index, weekday, hour, zone, person, created, credential, recipients, last: sent };
}

export type MailView = ReturnType<typeof mailView>;

/** Those of the level. */
export const mailsAt = (scope: Scope) =>
  listReportMails(scope.context.config, { server: scope.session.url, index: scope.app }).map((mail) =>
    mailView(scope, mail),
  );

/** One of the level by its id; undefined if there is no such one. */
export const mailAt = (scope: Scope, id: string) =>
  getReportMail(scope.context.config, { id, server: scope.session.url, index: scope.app });

/** The one that the address names; leads to the list if this level has no such one. */
export function requireMail(scope: Scope, request: Request): ReportMail {
  // Behind `analytics/`: `report`, `mail`, then its id.
  const mail = mailAt(scope, restOf(new URL(request.url).pathname.replace(/\.data$/, ""), 2));
  if (mail === undefined) throw redirect(reportMails.path(scope));
  return mail;
}

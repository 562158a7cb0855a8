import { MAIL_LIMITS } from "@common/limits/mail";
import { mayMail } from "~/services/analytics/report-mails/addresses.server";
import { dueWeek } from "~/services/analytics/report-mails/due";
import type { ReportMail } from "~/services/analytics/report-mails/store.server";
import { addWeek, lastWeeks } from "~/services/analytics/report-mails/weeks.server";
import type { Scope } from "~/session/scope.server";
import { personOf } from "~/sessions.server";
import { getMailRunner } from "./start.server";

/** Sends the report of the last week that is over, out of turn, to all who get it. Why not, where it is not sent. */
export function sendNow(scope: Pick<Scope, "context" | "session">, mail: ReportMail): string | null {
  const { config } = scope.context;
  const now = Date.now();
  const before = lastWeeks(config, { mail: mail.id, most: 50 });
  if (before.some(({ state }) => state === "waiting" || state === "sending"))
    return "A mail of this report is on its way already.";
  const open = mail.recipients.filter(({ left }) => left === null);
  if (open.length > 0 && open.every(({ address }) => !mayMail(config, { server: mail.server, address, now }))) {
    return `Each recipient got ${MAIL_LIMITS.mailsToAddress.most} mails of this server today. Try again tomorrow.`;
  }
  // On the first day of a week the one before is over, whatever the hour.
  const week = dueWeek({ weekday: 1, hour: 0, zone: mail.zone }, now);
  addWeek(config, { mail: mail.id, week, person: personOf(scope.session), now });
  void getMailRunner(scope.context).pass();
  return null;
}

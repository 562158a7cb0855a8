import { dueWeek } from "~/services/report-mails/due";
import type { ReportMail } from "~/services/report-mails/store.server";
import { addWeek, lastWeeks } from "~/services/report-mails/weeks.server";
import type { Scope } from "~/session/scope.server";
import { personOf } from "~/sessions.server";
import { getMailRunner } from "./start.server";

/** So often a day somebody may send a report out of turn. */
const MOST_A_DAY = 5;
const DAY = 24 * 3600_000;

/** Sends the report of the last week that is over, out of turn, to all who get it. Why not, where it is not sent. */
export function sendNow(scope: Pick<Scope, "context" | "session">, mail: ReportMail): string | null {
  const { config } = scope.context;
  const now = Date.now();
  const before = lastWeeks(config, { mail: mail.id, most: 50 });
  if (before.some(({ state }) => state === "waiting" || state === "sending")) return "A mail of this report is on its way already.";
  if (before.filter(({ person, created }) => person !== null && created > now - DAY).length >= MOST_A_DAY) {
    return `This report was sent ${MOST_A_DAY} times today. Try again tomorrow.`;
  }
  // On the first day of a week the one before is over, whatever the hour.
  const week = dueWeek({ weekday: 1, hour: 0, zone: mail.zone }, now);
  addWeek(config, { mail: mail.id, week, person: personOf(scope.session), now });
  void getMailRunner(scope.context).pass();
  return null;
}

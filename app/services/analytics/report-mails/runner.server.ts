import { createHash } from "node:crypto";
import type { Logger } from "pino";
import type { Config } from "~/server/config.server";
import { newLease } from "~/services/platform/jobs/lease.server";
import { publicOrigin } from "~/lib/address/public-address.server";
import { isConsoleFull, whenRoom } from "~/services/platform/store/database.server";
import { TOO_MANY_MAILS, takeMail, unsubscribedSince } from "./addresses.server";
import { deliver, DeliveryError } from "./deliver.server";
import { dueWeek } from "./due";
import { tokenFor } from "./make.server";
import { allReportMails, type ReportMail, reportMailById } from "./store.server";
import { addWeek, claimWeek, endWeek, hasWeek, type MailWeek, noteTaken, openWeeks, renewWeek } from "./weeks.server";

/** How often the schedules are looked at, in ms. */
const BEAT_MS = 30_000;
/** What is waited before each further try, in minutes; after the last one the failure stands. */
const PAUSES = [1, 5, 30, 120, 360];
const MINUTE = 60_000;

/** Why a console that does not know where it is reached mails nothing. */
export const NO_PUBLIC_URL =
  "This console does not know its public address, which links in mails need. Its operator sets PUBLIC_URL and restarts it.";

/** A report as it is mailed. `unsubscribe` is put at the end of both parts. */
export type Composed = {
  subject: string;
  text: (unsubscribe: string) => string;
  html: (unsubscribe: string) => string;
};

/** Why a report cannot be made. `final`: a further try would not help. */
export class ReportError extends Error {
  override name = "ReportError";
  constructor(
    message: string,
    readonly final: boolean,
  ) {
    super(message);
  }
}

export type RunnerOptions = {
  config: Config;
  log: Pick<Logger, "info" | "warn" | "error">;
  /** Makes the report of a week whole, or throws ReportError. */
  compose: (mail: ReportMail, week: string) => Promise<Composed>;
  beatMs?: number;
};

export type MailRunner = ReturnType<typeof createMailRunner>;

/**
 * Mails the weekly reports of one console process: looks every half minute for what is due, and sends one after the
 * other.
 */
export function createMailRunner({ config, log, compose, beatMs = BEAT_MS }: RunnerOptions) {
  const lease = newLease();
  let working: Promise<void> | undefined;
  let closed = false;
  // It holds no process, and what one leaves claimed is taken up by the next.
  const timer = setInterval(() => void pass(), beatMs).unref();

  /** Sends all that is due now; what is under way already is waited for. */
  function pass(): Promise<void> {
    working ??= work()
      .catch((error: unknown) => {
        if (!isConsoleFull(error)) log.error({ err: error }, "weekly reports could not be looked after");
      })
      .finally(() => (working = undefined));
    return working;
  }

  async function work() {
    if (config.mail === null || closed) return;
    const now = Date.now();
    for (const mail of allReportMails(config)) {
      const week = dueWeek(mail, now);
      // The one that was due before it was created is nobody's.
      if (week > dueWeek(mail, mail.created) && !hasWeek(config, { mail: mail.id, week }))
        addWeek(config, { mail: mail.id, week, person: null, now });
    }
    for (const row of openWeeks(config, now)) {
      if (closed || !claimWeek(config, { row, lease, now: Date.now() })) continue;
      await send({ ...row, tries: row.tries + 1 });
    }
  }

  async function send(row: MailWeek) {
    const about = { mail: row.mail, week: row.week, tries: row.tries };
    try {
      if (row.tries > PAUSES.length + 1)
        throw new ReportError(row.reason ?? "The console ended while it sent this report.", true);
      const mail = reportMailById(config, row.mail);
      if (mail === undefined || !(await sendAll({ mail, row }))) return;
      const refusals = Object.entries(row.taken).flatMap(([address, said]) =>
        said === true ? [] : [`${address}: ${said}`],
      );
      const isSent = Object.values(row.taken).some((said) => said === true);
      const reason = refusals.join(" ") || (isSent ? null : "Nobody is left to send it to.");
      await end({ row, state: isSent ? "sent" : "failed", reason });
      log.info({ ...about, refused: refusals.length }, "weekly report mailed");
    } catch (error) {
      if (isConsoleFull(error)) throw error;
      const isKnown = error instanceof ReportError || error instanceof DeliveryError;
      const reason = isKnown ? error.message : "The console failed while it made this report.";
      const pause = PAUSES[row.tries - 1];
      const isOver = pause === undefined || (error instanceof ReportError && error.final);
      log.warn({ ...about, reason, ...(isKnown ? {} : { err: error }) }, "weekly report not mailed");
      await end({
        row,
        state: isOver ? "failed" : "waiting",
        reason,
        ...(isOver ? {} : { nextTry: Date.now() + pause * MINUTE }),
      });
    }
  }

  type Ended = { row: MailWeek; state: "waiting" | "sent" | "failed"; reason: string | null; nextTry?: number };
  const end = ({ row, ...ended }: Ended) =>
    whenRoom(() => endWeek(config, { id: row.id, lease, now: Date.now(), ...ended }));

  /**
   * Sends to whoever has not got it. False where this console is to send it no longer. Throws what stopped it: those
   * before have it, and that is noted.
   */
  async function sendAll({ mail, row }: { mail: ReportMail; row: MailWeek }): Promise<boolean> {
    const to = mail.recipients
      .filter(({ address, left }) => left === null && !(address in row.taken))
      .map(({ address }) => address);
    if (to.length === 0 || config.mail === null) return true;
    const origin = publicOrigin(config);
    if (origin === null) throw new ReportError(NO_PUBLIC_URL, true);
    const { subject, text, html } = await compose(mail, row.week);
    let stopped: DeliveryError | undefined;
    for (const address of to) {
      if (closed || !renewWeek(config, { id: row.id, lease, now: Date.now() })) return false;
      // Asked just before: somebody may have unsubscribed, by another report too, or got his mails of today meanwhile.
      if (unsubscribedSince(config, address) !== null) continue;
      const taken = takeMail(config, { server: mail.server, address, now: Date.now() });
      if (taken === null) {
        row.taken[address] = TOO_MANY_MAILS;
        await whenRoom(() => noteTaken(config, { id: row.id, lease, taken: row.taken }));
        continue;
      }
      const unsubscribe = `${origin}/unsubscribe/${tokenFor(config, { mail, address })}`;
      try {
        await deliver(config.mail, {
          to: address,
          subject,
          text: text(unsubscribe),
          html: html(unsubscribe),
          messageId: messageId({ row, address }),
          unsubscribe,
        });
        row.taken[address] = true;
      } catch (error) {
        taken.giveBack();
        if (!(error instanceof DeliveryError)) throw error;
        // The next address may fare better: a server defers by recipient.
        if (error.refused) row.taken[address] = error.message;
        else stopped ??= error;
      }
      await whenRoom(() => noteTaken(config, { id: row.id, lease, taken: row.taken }));
    }
    if (stopped !== undefined) throw stopped;
    return true;
  }

  /** The same at each try, so that a mail program shows once what came twice. */
  function messageId({ row, address }: { row: MailWeek; address: string }): string {
    const host =
      (config.mail?.from ?? "")
        .split("@")
        .at(-1)
        ?.replace(/[^\w.-]/g, "") ?? "localhost";
    return `<${row.id}.${createHash("sha256").update(address).digest("hex").slice(0, 16)}@${host}>`;
  }

  /** Sends no more, once the mail under way is through. */
  async function close() {
    closed = true;
    clearInterval(timer);
    await working;
  }

  return { pass, close };
}

import type { AddressInfo } from "node:net";
import pino from "pino";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, vi } from "vitest";
import { daysOfWeek, weekOf } from "~/lib/analytics/iso-week";
import { composeReport } from "~/routes/analytics/mail/compose.server";
import type { loader as listPage } from "~/routes/analytics/mail/list";
import { createMailRunner } from "~/services/analytics/report-mails/runner.server";
import { testContext } from "../../../setup/console";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../../../setup/backend";
import { openScreen } from "../../../setup/open-screen";

// Weekly reports by mail, given to a real mail server.

export const DAY = 86_400_000;

export const at = "lamps";

export type Got = { to: string; raw: string; text: string; subject: string; id: string };

type Verdict = { code: number; text: string } | null;

export let backend: TestBackend;

export let gate: Gate;

let smtp: SMTPServer;

export let env: Record<string, string>;

export const got: Got[] = [];

/** What the mail server says to an address and to a mail; null: it takes it. */
export const judge: { rcpt: (address: string) => Verdict; mail: () => Verdict } = {
  rcpt: () => null,
  mail: () => null,
};

const said = ({ code, text }: { code: number; text: string }) => Object.assign(new Error(text), { responseCode: code });

export const headerOf = (raw: string, name: string) =>
  new RegExp(`^${name}:(.*(?:\\r\\n[ \\t].*)*)`, "im")
    .exec(raw)?.[1]
    ?.replace(/\r\n[ \t]/g, " ")
    .trim() ?? "";

/** The parts of a mail, decoded enough to be read. */
function plain(raw: string): string {
  return Buffer.from(
    raw.replace(/=\r\n/g, "").replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    "latin1",
  ).toString("utf8");
}

const words = (header: string) =>
  header
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?UTF-8\?Q\?([^?]*)\?=/gi, (_, text: string) => plain(text.replace(/_/g, " ")))
    .replace(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_, text: string) => Buffer.from(text, "base64").toString("utf8"));

export const behind = () => ({ url: gate.url, username: backend.username, password: backend.password });

export const form = {
  intent: "create-mail",
  label: "For the team",
  recipients: "ada@example.org",
  weekday: "1",
  hour: "7",
  zone: "UTC",
};

let consoles = 0;

/** A console of its own whose store has one report that is mailed. */
export async function subscribed(more: Record<string, string> = {}) {
  const own = { ...env, SITE_NAME: `Searchdeck ${(consoles += 1)}` };
  // The same folder for the screens and for the senders.
  const context = testContext({ SEARCH_URL: gate.url, ...own });
  const where = { backend: behind(), at, env: { ...own, DATA_DIR: context.config.dataDir } };
  const made = await openScreen("analytics/report/mail/new", { ...where, form: { ...form, ...more } });
  const sender = () =>
    createMailRunner({
      config: context.config,
      log: pino({ level: "silent" }),
      compose: (mail, week) => composeReport({ context, mail, week }),
      beatMs: DAY,
    });
  const list = async () => (await openScreen<typeof listPage>("analytics/report/mail", where)).data?.mails ?? [];
  return { where, made, sender, list, context };
}

/** Seven o'clock on the Monday of this week in UTC, on whichever day the tests run. */
const monday = () => Date.parse(`${daysOfWeek(weekOf(new Date().toISOString().slice(0, 10)))?.from}T07:00:00Z`);

/** With the clock so many days after this week's Monday: from the seventh on the report of this week is due. */
export async function later<Value>(days: number, run: () => Promise<Value>): Promise<Value> {
  vi.useFakeTimers({ now: monday() + days * DAY, toFake: ["Date"] });
  return run().finally(() => vi.useRealTimers());
}

export const unsubscribeIn = ({ text }: Got) =>
  new URL(/https:\/\/decks\.example\.com\/unsubscribe\/[\w-]{32}/.exec(text)?.[0] ?? "http://none").pathname;

/** Starts what these tests run on before the first of them, and ends it after the last. */
export function startMails(): void {
  beforeAll(async () => {
    backend = await startTestBackend();
    gate = await openGate(backend.url);
    await backend.call("PUT", `/${at}/_doc/1?refresh=true`, { title: "Desk lamp" });
    for (const query of ["lampe für Öl", "<img src=x>"])
      await backend.call("PUT", `/${at}/_analytics/search`, { query, total_hits: 1, user_id: "ada" });
    await backend.call("POST", "/.analytics/_refresh");
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onAuth: ({ password }, _session, done) =>
        done(password === "mail-secret" ? null : said({ code: 535, text: "no" }), { user: "console" }),
      onRcptTo: ({ address }, _session, done) => {
        const verdict = judge.rcpt(address);
        done(verdict && said(verdict));
      },
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          const verdict = judge.mail();
          if (verdict) return done(said(verdict));
          const raw = Buffer.concat(chunks).toString("latin1");
          const [to] = session.envelope.rcptTo;
          got.push({
            to: to ? to.address : "",
            raw,
            text: plain(raw),
            subject: words(headerOf(raw, "Subject")),
            id: headerOf(raw, "Message-ID"),
          });
          done();
        });
      },
    });
    await new Promise<void>((resolve) => void smtp.listen(0, "127.0.0.1", resolve));
    const { port } = smtp.server.address() as AddressInfo;
    env = {
      SMTP_URL: `smtp://console:mail-secret@127.0.0.1:${port}`,
      MAIL_FROM: "Searchdeck <search@example.com>",
      PUBLIC_URL: "https://decks.example.com/",
    };
  });
  afterAll(async () => {
    await new Promise<void>((resolve) => void smtp.close(() => resolve()));
    await gate.close();
    await backend.close();
  });
  beforeEach(() => {
    got.length = 0;
    Object.assign(judge, { rcpt: () => null, mail: () => null });
    gate.decide(() => "pass");
  });
}

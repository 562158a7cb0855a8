import type { AddressInfo } from "node:net";
import pino from "pino";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { weekAfter, weekOf } from "~/lib/iso-week";
import { composeReport } from "~/routes/analytics/mail/compose.server";
import type { loader as listPage } from "~/routes/analytics/mail/list";
import type { loader as newPage } from "~/routes/analytics/mail/new";
import { dueWeek } from "~/services/report-mails/due";
import { createMailRunner } from "~/services/report-mails/runner.server";
import { claimWeek, openWeeks } from "~/services/report-mails/weeks.server";
import { openStore } from "~/services/store/database.server";
import { testContext } from "../setup/console";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../setup/backend";
import { openScreen } from "../setup/open-screen";

// Weekly reports by mail, given to a real mail server.

const DAY = 86_400_000;
const at = "lamps";
type Got = { to: string; raw: string; text: string; subject: string; id: string };
type Verdict = { code: number; text: string } | null;

let backend: TestBackend;
let gate: Gate;
let smtp: SMTPServer;
let env: Record<string, string>;
const got: Got[] = [];
/** What the mail server says to an address and to a mail; null: it takes it. */
let judge: { rcpt: (address: string) => Verdict; mail: () => Verdict };

const said = ({ code, text }: { code: number; text: string }) => Object.assign(new Error(text), { responseCode: code });
const headerOf = (raw: string, name: string) =>
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

beforeAll(async () => {
  backend = await startTestBackend();
  gate = await openGate(backend.url);
  await backend.call("PUT", `/${at}/_doc/1?refresh=true`, { title: "Desk lamp" });
  for (const query of ["lampe für Öl", "<img src=x>"]) await backend.call("PUT", `/${at}/_analytics/search`, { query, total_hits: 1, user_id: "ada" });
  await backend.call("POST", "/.analytics/_refresh");
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onAuth: ({ password }, _session, done) => done(password === "mail-secret" ? null : said({ code: 535, text: "no" }), { user: "console" }),
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
        got.push({ to: to ? to.address : "", raw, text: plain(raw), subject: words(headerOf(raw, "Subject")), id: headerOf(raw, "Message-ID") });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => void smtp.listen(0, "127.0.0.1", resolve));
  const { port } = smtp.server.address() as AddressInfo;
  env = { SMTP_URL: `smtp://console:mail-secret@127.0.0.1:${port}`, MAIL_FROM: "Searchdeck <search@example.com>", PUBLIC_URL: "https://decks.example.com/" };
});
afterAll(async () => {
  await new Promise<void>((resolve) => void smtp.close(() => resolve()));
  await gate.close();
  await backend.close();
});
beforeEach(() => {
  got.length = 0;
  judge = { rcpt: () => null, mail: () => null };
  gate.decide(() => "pass");
});

const behind = () => ({ url: gate.url, username: backend.username, password: backend.password });
const form = { intent: "create-mail", label: "For the team", recipients: "ada@example.org", weekday: "1", hour: "7", zone: "UTC" };
let consoles = 0;

/** A console of its own whose store has one report that is mailed. */
async function subscribed(more: Record<string, string> = {}) {
  const own = { ...env, SITE_NAME: `Searchdeck ${(consoles += 1)}` };
  // The same folder for the screens and for the senders.
  const context = testContext({ SEARCH_URL: gate.url, ...own });
  const where = { backend: behind(), at, env: { ...own, DATA_DIR: context.config.dataDir } };
  const made = await openScreen("analytics/report/mail/new", { ...where, form: { ...form, ...more } });
  const sender = () =>
    createMailRunner({ config: context.config, log: pino({ level: "silent" }), compose: (mail, week) => composeReport({ context, mail, week }), beatMs: DAY });
  const list = async () => (await openScreen<typeof listPage>("analytics/report/mail", where)).data?.mails ?? [];
  return { where, made, sender, list, context };
}

/** With the clock so many days on, where another week is due. */
async function later<Value>(days: number, run: () => Promise<Value>): Promise<Value> {
  vi.useFakeTimers({ now: Date.now() + days * DAY, toFake: ["Date"] });
  return run().finally(() => vi.useRealTimers());
}

const unsubscribeIn = ({ text }: Got) => new URL(/https:\/\/decks\.example\.com\/unsubscribe\/[\w-]{32}/.exec(text)?.[0] ?? "http://none").pathname;

describe("the week that is due", () => {
  it("is the one before the day of sending, from its hour on, by the clocks of the zone", () => {
    const monday = { weekday: 1, hour: 7, zone: "UTC" };
    expect(dueWeek(monday, Date.parse("2026-11-23T06:59:59Z"))).toBe("2026-W46");
    expect(dueWeek(monday, Date.parse("2026-11-23T07:00:00Z"))).toBe("2026-W47");
    expect(dueWeek(monday, Date.parse("2026-11-29T23:59:59Z"))).toBe("2026-W47");
    expect(dueWeek({ ...monday, zone: "Asia/Tokyo" }, Date.parse("2026-11-22T22:00:00Z"))).toBe("2026-W47");
    expect(dueWeek({ weekday: 7, hour: 0, zone: "UTC" }, Date.parse("2026-11-29T00:00:00Z"))).toBe("2026-W47");
    // Two o'clock does not come on that Sunday in Oslo: it is over at three.
    expect(dueWeek({ weekday: 7, hour: 2, zone: "Europe/Oslo" }, Date.parse("2026-03-29T01:00:00Z"))).toBe("2026-W12");
    expect(dueWeek({ weekday: 7, hour: 2, zone: "Europe/Oslo" }, Date.parse("2026-03-29T00:59:59Z"))).toBe("2026-W11");
  });
});

describe("a report by mail", () => {
  it("goes to each recipient once a week: as text, as the file, with a link to unsubscribe", async () => {
    const { sender, list } = await subscribed({ recipients: "ada@example.org, bo@example.org\nADA@example.org" });
    const console1 = sender();
    await console1.pass();
    expect(got).toEqual([]);
    const week = await later(7, async () => {
      await console1.pass();
      await console1.pass();
      return weekAfter(weekOf(new Date().toISOString().slice(0, 10)), -1);
    });
    expect(got.map(({ to }) => to)).toEqual(["ada@example.org", "bo@example.org"]);
    const [mail] = got;
    if (!mail) throw new Error("no mail");
    expect(mail.subject).toMatch(new RegExp(`^Searchdeck \\d+ weekly report: week ${Number(week.split("-W")[1])}, \\d.* \\d{4} · lamps$`));
    expect(mail.text).toContain("Searches: 2");
    expect(mail.text).toContain("1. ");
    expect(mail.text).toContain("lampe für öl");
    expect(mail.text).toContain("&lt;img src=x&gt;");
    expect(mail.text).toContain(`https://decks.example.com/app/lamps/analytics/report?week=${week}&zone=UTC`);
    const html = mail.text.slice(mail.text.indexOf("<!DOCTYPE"));
    expect(html).not.toMatch(/<(script|img|form|button)\b/);
    expect(html.match(/href="[^"]*unsubscribe/g)).toHaveLength(1);
    expect(headerOf(mail.raw, "List-Unsubscribe")).toContain(unsubscribeIn(mail));
    expect(headerOf(mail.raw, "From")).toBe("Searchdeck <search@example.com>");
    expect(mail.raw).not.toContain("mail-secret");
    expect(new Set(got.map(unsubscribeIn)).size).toBe(2);
    expect((await list())[0]).toMatchObject({ label: "For the team", last: { week, state: "sent", tries: 1, reason: null } });
    await later(14, () => console1.pass());
    expect(got).toHaveLength(4);
    expect(new Set(got.map(({ id }) => id)).size).toBe(4);
  });

  it("refuses what is no address, too many, and unknown zones", async () => {
    const refused = async (more: Record<string, string>) => (await subscribed(more)).made;
    expect(await refused({ recipients: "ada@example.org, bo" })).toHaveFieldError("recipients", /bo is not an e-mail address/);
    expect(await refused({ recipients: " ;\n" })).toHaveFieldError("recipients", /at least one/);
    expect(await refused({ recipients: "x@example.org\r\nBcc:y@example.org>" })).toHaveFieldError("recipients", /is not an e-mail address/);
    const many = Array.from({ length: 21 }, (_, one) => `n${one}@example.org`).join("\n");
    expect(await refused({ recipients: many })).toHaveFieldError("recipients", /at most 20/);
    expect(await refused({ zone: "Nowhere/At_all" })).toHaveFieldError("zone", /Europe\/Oslo/);
    expect(await refused({ label: "a\r\nb" })).toHaveFieldError("label", /one line/);
  });

  it("is not for a console without a mail server, which says who sets it, nor for who may not create credentials", async () => {
    const bare = { backend: behind(), at };
    expect((await openScreen<typeof listPage>("analytics/report/mail", bare)).data).toMatchObject({ isSetUp: false });
    expect((await openScreen<typeof newPage>("analytics/report/mail/new", bare)).data).toMatchObject({ isSetUp: false });
    expect((await openScreen("analytics/report/mail/new", { ...bare, form })).errors[""]).toEqual(["This console has no mail server."]);
    const as = { actions: ["analytics"], indices: [at] };
    expect((await openScreen("analytics/report/mail/new", { ...bare, env, as, form })).status).toBe(403);
  });

  it("ends for who unsubscribes, by the button and not by following the link", async () => {
    const { sender, list, where } = await subscribed({ recipients: "ada@example.org bo@example.org" });
    const console1 = sender();
    await later(7, () => console1.pass());
    const path = unsubscribeIn(got[0] ?? ({ text: "" } as Got));
    const visit = { ...where, as: "nobody" as const };
    const page = await openScreen(path, visit);
    const html = (await page.response?.text()) ?? "";
    expect(html).toContain("ada@example.org");
    expect(page.response?.headers.get("Content-Security-Policy")).toContain("form-action 'self'");
    expect(page.response?.headers.get("Referrer-Policy")).toBe("same-origin");
    expect(html).not.toMatch(/<script/);
    expect((await list())[0]?.recipients).toMatchObject([{ left: null }, { left: null }]);
    expect(await (await openScreen(path, { ...visit, form: {} })).response?.text()).toContain("no longer gets");
    expect((await list())[0]?.recipients).toMatchObject([{ left: expect.any(Number) as number }, { left: null }]);
    expect((await openScreen(`/unsubscribe/${"x".repeat(32)}`, { ...visit, form: {} })).status).toBe(404);
    got.length = 0;
    await later(14, () => console1.pass());
    expect(got.map(({ to }) => to)).toEqual(["bo@example.org"]);
  });

  it("is tried again where the mail server defers, by whom it did not take; a refused address stays out", async () => {
    const { sender, list } = await subscribed({ recipients: "ada@example.org bo@example.org cy@example.org" });
    judge.rcpt = (address) => (address.startsWith("ada") ? { code: 451, text: "later" } : address.startsWith("cy") ? { code: 550, text: "nobody" } : null);
    const console1 = sender();
    await later(7, async () => {
      await console1.pass();
      await console1.pass();
    });
    expect((await list())[0]?.last).toMatchObject({ state: "waiting", reason: "The mail server answered 451 at RCPT TO.", tries: 1 });
    expect(got.map(({ to }) => to)).toEqual(["bo@example.org"]);
    judge.rcpt = () => null;
    await later(7.01, () => console1.pass());
    expect(got.map(({ to }) => to)).toEqual(["bo@example.org", "ada@example.org"]);
    expect((await list())[0]?.last).toMatchObject({ state: "sent", tries: 2, reason: "cy@example.org: The mail server answered 550 at RCPT TO." });
  });

  it("fails for good after six tries, and says why; a sign-in that the mail server refuses shows no password", async () => {
    const { sender, list, context } = await subscribed();
    judge.mail = () => ({ code: 452, text: "full" });
    const console1 = sender();
    for (let half = 0; half < 14; half += 1) await later(7 + half / 4, () => console1.pass());
    expect((await list())[0]?.last).toMatchObject({ state: "failed", tries: 6, reason: "The mail server answered 452 at DATA." });
    expect(got).toEqual([]);
    const wrong = { ...context.config, mail: { url: (env["SMTP_URL"] ?? "").replace("mail-secret", "other-secret"), from: "a@example.com" } };
    const console2 = createMailRunner({
      config: wrong,
      log: pino({ level: "silent" }),
      compose: (mail, week) => composeReport({ context, mail, week }),
      beatMs: DAY,
    });
    await later(14, () => console2.pass());
    const last = (await list())[0]?.last;
    expect(last).toMatchObject({ state: "waiting", reason: "The mail server did not let the console sign in (535)." });
  });

  it("is never sent in part: a back end that fails is asked again, and its failure stands meanwhile", async () => {
    const { sender, list } = await subscribed();
    gate.decide((path) => (path.includes("no-result-searches") ? { status: 500, body: '{"error":{"message":"broken"}}' } : "pass"));
    const console1 = sender();
    await later(7, () => console1.pass());
    expect(got).toEqual([]);
    expect((await list())[0]?.last).toMatchObject({ state: "waiting", reason: expect.stringMatching(/^The report could not be loaded whole\./) as string });
    gate.decide(() => "pass");
    await later(7.01, () => console1.pass());
    expect(got).toHaveLength(1);
  });

  it("comes once from two consoles on one store", async () => {
    const { sender } = await subscribed();
    const [console1, console2] = [sender(), sender()];
    await later(7, () => Promise.all([console1.pass(), console2.pass(), console1.pass()]));
    await later(7, () => console2.pass());
    expect(got).toHaveLength(1);
  });

  it("goes on after a console that was killed: to who has not got it, under the same id, and not before the claim is over", async () => {
    const { sender, context, list } = await subscribed({ recipients: "ada@example.org bo@example.org" });
    const console1 = sender();
    judge.rcpt = (address) => (address.startsWith("bo") ? { code: 450, text: "later" } : null);
    await later(7, () => console1.pass());
    judge.rcpt = () => null;
    // A console elsewhere claims it and is never heard of again.
    await later(7.01, async () => {
      const [row] = openWeeks(context.config, Date.now());
      expect(row && claimWeek(context.config, { row, lease: "other/place|1|1|x", now: Date.now() })).toBe(true);
      expect(row && claimWeek(context.config, { row, lease: "third/place|1|1|x", now: Date.now() })).toBe(false);
      await sender().pass();
    });
    expect(got.map(({ to }) => to)).toEqual(["ada@example.org"]);
    await later(7.02, () => sender().pass());
    expect(got.map(({ to }) => to)).toEqual(["ada@example.org", "bo@example.org"]);
    expect((await list())[0]?.last).toMatchObject({ state: "sent", tries: 3 });
    // As if the acknowledgement had not been noted: the same mail again, by its id.
    openStore(context.config.dataDir).prepare("UPDATE report_mail_weeks SET state = 'sending', taken = '{}', tries = 1").run();
    await later(7.02, () => sender().pass());
    expect(got.slice(2).map(({ id }) => id)).toEqual(got.slice(0, 2).map(({ id }) => id));
  });

  it("is sent out of turn by a button, and deleted with its credential", async () => {
    const { where, list, context } = await subscribed();
    const [mail] = await list();
    const path = "analytics/report/mail";
    const sent = await openScreen(path, { ...where, form: { intent: `send ${mail?.id}` } });
    expect(sent.flash).toBe("For the team is on its way.");
    await vi.waitFor(async () => expect((await list())[0]?.last?.state).toBe("sent"), 5000);
    expect(got).toHaveLength(1);
    expect((await backend.call("GET", `/_permission/${mail?.credential}`)).body).toMatchObject({
      categories: ["analytics"],
      indices: [at],
      ttl: -1,
      ops: ["read"],
    });
    expect(await openScreen(`${path}/${mail?.id}/delete`, { ...where, form: { intent: "delete-mail" } })).toFlash("For the team is no longer mailed.");
    expect((await backend.call("GET", `/_permission/${mail?.credential}`)).status).toBe(404);
    expect(await list()).toEqual([]);
    expect((await openScreen(unsubscribeIn(got[0] ?? ({ text: "" } as Got)), { ...where, as: "nobody" })).status).toBe(404);
    expect(openStore(context.config.dataDir).prepare("SELECT 1 FROM report_mail_weeks").all()).toEqual([]);
  });

  it("stands as failed once its credential is gone", async () => {
    const { sender, list, where } = await subscribed();
    await backend.call("DELETE", `/_permission/${(await list())[0]?.credential}`);
    await later(7, () => sender().pass());
    expect((await list())[0]?.last).toMatchObject({ state: "failed", tries: 1, reason: expect.stringMatching(/credential no longer reads/) as string });
    const path = `analytics/report/mail/${(await list())[0]?.id}/delete`;
    expect((await openScreen(path, { ...where, form: { intent: "delete-mail" } })).flash).toMatch(
      /^For the team is no longer mailed\. Its API credential was not/,
    );
    expect(await list()).toEqual([]);
  });

  it("has links to the configured address alone, and is not mailed without one", async () => {
    const { sender, list, context } = await subscribed();
    await later(7, () => sender().pass());
    expect(got[0]?.text).toContain("https://decks.example.com/app/lamps/analytics/report");
    expect(got[0]?.text).not.toContain("console.test");
    const { PUBLIC_URL: _, ...without } = env;
    const bare = { backend: behind(), at, env: without };
    expect((await openScreen<typeof newPage>("analytics/report/mail/new", bare)).data).toMatchObject({
      missing: expect.stringContaining("PUBLIC_URL") as string,
    });
    expect((await openScreen("analytics/report/mail/new", { ...bare, form })).errors[""]).toEqual([expect.stringContaining("PUBLIC_URL") as string]);
    got.length = 0;
    const unset = createMailRunner({
      config: { ...context.config, publicUrl: null },
      log: pino({ level: "silent" }),
      compose: () => Promise.reject(new Error("not asked for")),
      beatMs: DAY,
    });
    await later(14, () => unset.pass());
    expect(got).toEqual([]);
    expect((await list())[0]?.last).toMatchObject({ state: "failed", reason: expect.stringContaining("PUBLIC_URL") as string });
  });

  it("goes five times a day to one address, whatever reports name it and however it is spelt", async () => {
    const { where, sender, list } = await subscribed();
    for (const recipients of ["ADA@example.org, bo@example.org", "Ada@Example.org", "ada+other@example.org"]) {
      expect((await openScreen("analytics/report/mail/new", { ...where, form: { ...form, recipients } })).flash).toMatch(/every week/);
    }
    for (let round = 0; round < 3; round++) {
      for (const { id } of await list()) {
        await openScreen("analytics/report/mail", { ...where, form: { intent: `send ${id}` } });
        await vi.waitFor(
          async () => expect((await list()).every(({ last }) => last === null || !["waiting", "sending"].includes(last.state))).toBe(true),
          5000,
        );
      }
    }
    const to = (address: string) => got.filter((mail) => mail.to.toLowerCase() === address).length;
    expect([to("ada@example.org"), to("bo@example.org"), to("ada+other@example.org")]).toEqual([5, 3, 3]);
    const [{ id } = { id: "" }] = (await list()).filter(({ recipients }) => recipients.length === 1 && recipients[0]?.address === "ada@example.org");
    expect((await openScreen("analytics/report/mail", { ...where, form: { intent: `send ${id}` } })).flash).toContain("Try again tomorrow");
    got.length = 0;
    await later(7, () => sender().pass());
    expect([to("ada@example.org"), to("bo@example.org")]).toEqual([3, 1]);
  });

  it("never goes again to who unsubscribed: by another report, or a new one, in other letters", async () => {
    const { where, sender, list } = await subscribed({ recipients: "ada@example.org bo@example.org" });
    await openScreen("analytics/report/mail/new", { ...where, form: { ...form, recipients: "Ada@example.org" } });
    await later(7, () => sender().pass());
    const leaving = got.find(({ to }) => to === "ada@example.org");
    await openScreen(unsubscribeIn(leaving ?? ({ text: "" } as Got)), { ...where, as: "nobody", form: {} });
    await openScreen("analytics/report/mail/new", { ...where, form: { ...form, recipients: "ADA@EXAMPLE.ORG, ada+list@example.org" } });
    got.length = 0;
    await later(14, () => sender().pass());
    expect(got.map(({ to }) => to).sort()).toEqual(["ada+list@example.org", "bo@example.org"]);
    const ada = (await list()).flatMap(({ recipients }) => recipients).filter(({ address }) => address.toLowerCase() === "ada@example.org");
    expect(ada.map(({ left }) => left !== null)).toEqual([true, true, true]);
  });

  it("ends with the right of who set it up to create credentials, asked for at each mail; sending it by hand needs that right too", async () => {
    const { where, sender, list } = await subscribed();
    const as = { actions: ["analytics", "access-control"], indices: [at] };
    const made = await openScreen("analytics/report/mail/new", { ...where, as, form: { ...form, label: "Mine", recipients: "cy@example.org" } });
    expect(made.flash).toMatch(/every week/);
    await later(7, () => sender().pass());
    expect(got.map(({ to }) => to).sort()).toEqual(["ada@example.org", "cy@example.org"]);
    const maker = (await list()).find(({ label }) => label === "Mine")?.person ?? "";
    expect((await backend.call("PATCH", `/_user/${maker}`, { allowed_actions: ["analytics"] })).status).toBe(200);
    const [first] = await list();
    const sent = await openScreen("analytics/report/mail", { ...where, as: { actions: ["analytics"], indices: [at] }, form: { intent: `send ${first?.id}` } });
    expect(sent.flash ?? "").not.toContain("is on its way");
    got.length = 0;
    await later(14, () => sender().pass());
    expect(got.map(({ to }) => to)).toEqual(["ada@example.org"]);
    expect((await list()).find(({ label }) => label === "Mine")?.last).toMatchObject({ state: "failed" });
  });
});

import pino from "pino";
import { describe, expect, it } from "vitest";
import { weekAfter, weekOf } from "~/lib/analytics/iso-week";
import { composeReport } from "~/routes/analytics/mail/compose.server";
import type { loader as listPage } from "~/routes/analytics/mail/list";
import type { loader as newPage } from "~/routes/analytics/mail/new";
import { dueWeek } from "~/services/analytics/report-mails/due";
import { createMailRunner } from "~/services/analytics/report-mails/runner.server";
import { claimWeek, openWeeks } from "~/services/analytics/report-mails/weeks.server";
import { openStore } from "~/services/platform/store/database.server";
import { openScreen } from "../../setup/open-screen";
import {
  at,
  behind,
  DAY,
  env,
  form,
  gate,
  got,
  type Got,
  headerOf,
  judge,
  later,
  startMails,
  subscribed,
  unsubscribeIn,
} from "./support/report-mails";

startMails();

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
    expect(mail.subject).toMatch(
      new RegExp(`^Searchdeck \\d+ weekly report: week ${Number(week.split("-W")[1])}, \\d.* \\d{4} · lamps$`),
    );
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
    expect((await list())[0]).toMatchObject({
      label: "For the team",
      last: { week, state: "sent", tries: 1, reason: null },
    });
    await later(14, () => console1.pass());
    expect(got).toHaveLength(4);
    expect(new Set(got.map(({ id }) => id)).size).toBe(4);
  });

  it("refuses what is no address, too many, and unknown zones", async () => {
    const refused = async (more: Record<string, string>) => (await subscribed(more)).made;
    expect(await refused({ recipients: "ada@example.org, bo" })).toHaveFieldError(
      "recipients",
      /bo is not an e-mail address/,
    );
    expect(await refused({ recipients: " ;\n" })).toHaveFieldError("recipients", /at least one/);
    expect(await refused({ recipients: "x@example.org\r\nBcc:y@example.org>" })).toHaveFieldError(
      "recipients",
      /is not an e-mail address/,
    );
    const many = Array.from({ length: 21 }, (_, one) => `n${one}@example.org`).join("\n");
    expect(await refused({ recipients: many })).toHaveFieldError("recipients", /at most 20/);
    expect(await refused({ zone: "Nowhere/At_all" })).toHaveFieldError("zone", /Europe\/Oslo/);
    expect(await refused({ label: "a\r\nb" })).toHaveFieldError("label", /one line/);
  });

  it("is not for a console without a mail server, which says who sets it, nor for who may not create credentials", async () => {
    const bare = { backend: behind(), at };
    expect((await openScreen<typeof listPage>("analytics/report/mail", bare)).data).toMatchObject({ isSetUp: false });
    expect((await openScreen<typeof newPage>("analytics/report/mail/new", bare)).data).toMatchObject({
      isSetUp: false,
    });
    expect((await openScreen("analytics/report/mail/new", { ...bare, form })).errors[""]).toEqual([
      "This console has no mail server.",
    ]);
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
    judge.rcpt = (address) =>
      address.startsWith("ada")
        ? { code: 451, text: "later" }
        : address.startsWith("cy")
          ? { code: 550, text: "nobody" }
          : null;
    const console1 = sender();
    await later(7, async () => {
      await console1.pass();
      await console1.pass();
    });
    expect((await list())[0]?.last).toMatchObject({
      state: "waiting",
      reason: "The mail server answered 451 at RCPT TO.",
      tries: 1,
    });
    expect(got.map(({ to }) => to)).toEqual(["bo@example.org"]);
    judge.rcpt = () => null;
    await later(7.01, () => console1.pass());
    expect(got.map(({ to }) => to)).toEqual(["bo@example.org", "ada@example.org"]);
    expect((await list())[0]?.last).toMatchObject({
      state: "sent",
      tries: 2,
      reason: "cy@example.org: The mail server answered 550 at RCPT TO.",
    });
  });

  it("fails for good after six tries, and says why; a sign-in that the mail server refuses shows no password", async () => {
    const { sender, list, context } = await subscribed();
    judge.mail = () => ({ code: 452, text: "full" });
    const console1 = sender();
    for (let half = 0; half < 14; half += 1) await later(7 + half / 4, () => console1.pass());
    expect((await list())[0]?.last).toMatchObject({
      state: "failed",
      tries: 6,
      reason: "The mail server answered 452 at DATA.",
    });
    expect(got).toEqual([]);
    const wrong = {
      ...context.config,
      mail: { url: (env["SMTP_URL"] ?? "").replace("mail-secret", "other-secret"), from: "a@example.com" },
    };
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
    gate.decide((path) =>
      path.includes("no-result-searches") ? { status: 500, body: '{"error":{"message":"broken"}}' } : "pass",
    );
    const console1 = sender();
    await later(7, () => console1.pass());
    expect(got).toEqual([]);
    expect((await list())[0]?.last).toMatchObject({
      state: "waiting",
      reason: expect.stringMatching(/^The report could not be loaded whole\./) as string,
    });
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
    openStore(context.config.dataDir)
      .prepare("UPDATE report_mail_weeks SET state = 'sending', taken = '{}', tries = 1")
      .run();
    await later(7.02, () => sender().pass());
    expect(got.slice(2).map(({ id }) => id)).toEqual(got.slice(0, 2).map(({ id }) => id));
  });
});

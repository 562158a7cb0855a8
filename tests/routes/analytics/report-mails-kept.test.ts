import pino from "pino";
import { describe, expect, it, vi } from "vitest";
import type { loader as newPage } from "~/routes/analytics/mail/new";
import { createMailRunner } from "~/services/analytics/report-mails/runner.server";
import { openStore } from "~/services/platform/store/database.server";
import { openScreen } from "../../setup/open-screen";
import {
  at,
  backend,
  behind,
  DAY,
  env,
  form,
  got,
  type Got,
  later,
  startMails,
  subscribed,
  unsubscribeIn,
} from "./support/report-mails";

startMails();

describe("a report by mail that was set up", () => {
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
    expect(await openScreen(`${path}/${mail?.id}/delete`, { ...where, form: { intent: "delete-mail" } })).toFlash(
      "For the team is no longer mailed.",
    );
    expect((await backend.call("GET", `/_permission/${mail?.credential}`)).status).toBe(404);
    expect(await list()).toEqual([]);
    expect((await openScreen(unsubscribeIn(got[0] ?? ({ text: "" } as Got)), { ...where, as: "nobody" })).status).toBe(
      404,
    );
    expect(openStore(context.config.dataDir).prepare("SELECT 1 FROM report_mail_weeks").all()).toEqual([]);
  });

  it("stands as failed once its credential is gone", async () => {
    const { sender, list, where } = await subscribed();
    await backend.call("DELETE", `/_permission/${(await list())[0]?.credential}`);
    await later(7, () => sender().pass());
    expect((await list())[0]?.last).toMatchObject({
      state: "failed",
      tries: 1,
      reason: expect.stringMatching(/credential no longer reads/) as string,
    });
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
    expect((await openScreen("analytics/report/mail/new", { ...bare, form })).errors[""]).toEqual([
      expect.stringContaining("PUBLIC_URL") as string,
    ]);
    got.length = 0;
    const unset = createMailRunner({
      config: { ...context.config, publicUrl: null },
      log: pino({ level: "silent" }),
      compose: () => Promise.reject(new Error("not asked for")),
      beatMs: DAY,
    });
    await later(14, () => unset.pass());
    expect(got).toEqual([]);
    expect((await list())[0]?.last).toMatchObject({
      state: "failed",
      reason: expect.stringContaining("PUBLIC_URL") as string,
    });
  });

  it("goes five times a day to one address, whatever reports name it and however it is spelt", async () => {
    const { where, sender, list } = await subscribed();
    for (const recipients of ["ADA@example.org, bo@example.org", "Ada@Example.org", "ada+other@example.org"]) {
      expect(
        (await openScreen("analytics/report/mail/new", { ...where, form: { ...form, recipients } })).flash,
      ).toMatch(/every week/);
    }
    for (let round = 0; round < 3; round++) {
      for (const { id } of await list()) {
        await openScreen("analytics/report/mail", { ...where, form: { intent: `send ${id}` } });
        await vi.waitFor(
          async () =>
            expect(
              (await list()).every(({ last }) => last === null || !["waiting", "sending"].includes(last.state)),
            ).toBe(true),
          5000,
        );
      }
    }
    const to = (address: string) => got.filter((mail) => mail.to.toLowerCase() === address).length;
    expect([to("ada@example.org"), to("bo@example.org"), to("ada+other@example.org")]).toEqual([5, 3, 3]);
    const [{ id } = { id: "" }] = (await list()).filter(
      ({ recipients }) => recipients.length === 1 && recipients[0]?.address === "ada@example.org",
    );
    expect((await openScreen("analytics/report/mail", { ...where, form: { intent: `send ${id}` } })).flash).toContain(
      "Try again tomorrow",
    );
    got.length = 0;
    // Monday in a week may be less than a day away.
    await later(14, () => sender().pass());
    expect([to("ada@example.org"), to("bo@example.org")]).toEqual([3, 1]);
  });

  it("never goes again to who unsubscribed: by another report, or a new one, in other letters", async () => {
    const { where, sender, list } = await subscribed({ recipients: "ada@example.org bo@example.org" });
    await openScreen("analytics/report/mail/new", { ...where, form: { ...form, recipients: "Ada@example.org" } });
    await later(7, () => sender().pass());
    const leaving = got.find(({ to }) => to === "ada@example.org");
    await openScreen(unsubscribeIn(leaving ?? ({ text: "" } as Got)), { ...where, as: "nobody", form: {} });
    await openScreen("analytics/report/mail/new", {
      ...where,
      form: { ...form, recipients: "ADA@EXAMPLE.ORG, ada+list@example.org" },
    });
    got.length = 0;
    await later(14, () => sender().pass());
    expect(got.map(({ to }) => to).sort()).toEqual(["ada+list@example.org", "bo@example.org"]);
    const ada = (await list())
      .flatMap(({ recipients }) => recipients)
      .filter(({ address }) => address.toLowerCase() === "ada@example.org");
    expect(ada.map(({ left }) => left !== null)).toEqual([true, true, true]);
  });

  it("ends with the right of who set it up to create credentials, asked for at each mail; sending it by hand needs that right too", async () => {
    const { where, sender, list } = await subscribed();
    const as = { actions: ["analytics", "access-control"], indices: [at] };
    const made = await openScreen("analytics/report/mail/new", {
      ...where,
      as,
      form: { ...form, label: "Mine", recipients: "cy@example.org" },
    });
    expect(made.flash).toMatch(/every week/);
    await later(7, () => sender().pass());
    expect(got.map(({ to }) => to).sort()).toEqual(["ada@example.org", "cy@example.org"]);
    const maker = (await list()).find(({ label }) => label === "Mine")?.person ?? "";
    expect((await backend.call("PATCH", `/_user/${maker}`, { allowed_actions: ["analytics"] })).status).toBe(200);
    const [first] = await list();
    const sent = await openScreen("analytics/report/mail", {
      ...where,
      as: { actions: ["analytics"], indices: [at] },
      form: { intent: `send ${first?.id}` },
    });
    expect(sent.flash ?? "").not.toContain("is on its way");
    got.length = 0;
    await later(14, () => sender().pass());
    expect(got.map(({ to }) => to)).toEqual(["ada@example.org"]);
    expect((await list()).find(({ label }) => label === "Mine")?.last).toMatchObject({ state: "failed" });
  });
});

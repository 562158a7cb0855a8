import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { loader as listPage } from "~/routes/search-relevance/rules/list";
import type { loader as deletePage } from "~/routes/search-relevance/rules/delete";
import type { loader as newPage } from "~/routes/search-relevance/rules/new";
import type { loader as rulePage } from "~/routes/search-relevance/rules/rule";
import type { loader as reviewPage } from "~/routes/search-relevance/rules/review";
import { cookieOf, openScreen } from "../../setup/open-screen";
import { backend, form, idOf, locationOf, rules, startRules } from "./support/rules";

startRules();

describe("a rule in the form", () => {
  it("stays one for the draft first, where it began so, whatever button is pressed", async () => {
    const fields = { then: "test", testText: "boot", first: "to-draft" };
    const at = locationOf(await openScreen("rules/new", { backend, form: form(fields) })).replace("/cluster/", "");
    const opened = await openScreen<typeof newPage>(at, { backend });
    expect(opened.data?.page).toMatchObject({ draftFirst: true, tried: { q: "boot" } });
  });

  it("finds documents, promotes and drops them, and shows what the rule does, without saving anything", async () => {
    const id = await idOf("Boots");
    const at = `rules/${id}`;
    const version = (await openScreen<typeof rulePage>(at, { backend })).data?.page.version ?? "";
    const send = async (address: string, fields: Record<string, string>) =>
      locationOf(await openScreen(address, { backend, form: form({ customData: "1", version, ...fields }) }));
    const opened = async (address: string) =>
      (await openScreen<typeof rulePage>(address.replace("/cluster/", ""), { backend })).data?.page;
    // Enter in the finder presses no button.
    for (const how of [{ then: "find" }, { then: "" }]) {
      expect((await opened(await send(at, { ...how, find: "sandal" })))?.tried.found).toMatchObject({
        ok: true,
        value: [{ index: "shoes", id: "3", title: "Sandal" }],
      });
    }
    expect((await opened(await send(at, { then: "find-hide", findHide: "2" })))?.tried.foundHide).toMatchObject({
      value: [{ id: "2", title: "Rain boot" }],
    });
    const page = await opened(await send(at, { then: "promote:shoes:3", find: "sandal" }));
    expect(page?.values).toMatchObject({ cards: "custom_data,promote_result", promoted: [{ position: "1" }] });
    expect(page?.unsaved).toEqual(["Rule name", "Custom data", "Promote documents"]);
    const cards = {
      cards: "custom_data,promote_result",
      "promoted[0].json": page?.values.promoted[0]?.json ?? "",
      "promoted[0].position": "1",
    };
    const tested = await opened(await send(at, { then: "test", testText: "boot", testIn: "shoes", ...cards }));
    expect(tested?.tried.test).toMatchObject({
      ok: true,
      value: {
        fired: true,
        checks: [
          { state: "holds", text: "Index shoes" },
          { state: "holds", text: "Query contains “boot”" },
        ],
        rows: [{ id: "3", mark: "promoted" }, { mark: "moved" }, { mark: "moved" }],
        without: [{ title: expect.stringContaining("boot") }, { title: expect.stringContaining("boot") }],
        request: { method: "POST" },
      },
    });
    const after = async (then: string, more: Record<string, string> = {}) =>
      (await opened(await send(at, { then, ...cards, ...more })))?.values;
    expect(await after("up:promote_result")).toMatchObject({ cards: "promote_result,custom_data" });
    expect(await after("add:script")).toMatchObject({ cards: "custom_data,promote_result,script" });
    expect(await after("remove:custom_data")).toMatchObject({ cards: "promote_result", customData: "" });
    expect(await after("drop:0")).toMatchObject({ cards: "custom_data,promote_result", promoted: [] });
    expect(await after("hide:2")).toMatchObject({ cards: "custom_data,promote_result,hide_result", hide: ["2"] });
    expect((await opened(await send(at, { then: "hide:2" })))?.titles).toEqual({ "2": "Rain boot" });
    expect(JSON.stringify(await backend.call("GET", `/_rule/${id}`))).not.toContain("promote_result");
  });

  it("checks its script on a sample, and shows what it printed though it failed", async () => {
    const check = async (script: string, more: Record<string, string> = {}) => {
      const checked = await openScreen("rules/new", {
        backend,
        form: form({ then: "check", cards: "script", script, ...more }),
      });
      return (await openScreen<typeof newPage>(locationOf(checked).replace("/cluster/", ""), { backend })).data?.page
        .tried.check;
    };
    const search = "console.log(context.envs.who); function handleRequest() { return context.request; }";
    expect(await check(search, { envs: '{"who":"mira"}', checkText: "boot", checkIn: "shoes" })).toMatchObject({
      value: {
        ok: true,
        lines: ["mira"],
        request: expect.stringContaining("boot"),
        response: expect.stringContaining("Snow boot"),
      },
    });
    expect(await check("function handleRequest() { console.log('before'); throw new Error('no'); }")).toMatchObject({
      value: { ok: false, message: expect.stringContaining("no"), lines: ["before"] },
    });
  });

  it("takes its times on the reader's clock, and keeps seconds and what it does not show", async () => {
    const id = await idOf("Old");
    const rule = {
      trigger: { type: "always", timeframe: { start_time: 1767225605, end_time: 1767229200 } },
      actions: [{ type: "script", script: "function handleRequest() {}", request: { a: 1 } }],
    };
    await backend.call("PUT", `/_rule/${id}`, rule);
    const headers = { Cookie: `${await cookieOf({ backend })}; sd_zone=Europe%2FBerlin` };
    const { data } = await openScreen<typeof rulePage>(`rules/${id}`, { backend, headers });
    expect(data?.page.values).toMatchObject({
      zone: "Europe/Berlin",
      start: "2026-01-01T01:00:05",
      end: "2026-01-01T02:00",
    });
    const { version = "" } = data?.page ?? {};
    const typed = {
      name: "Old",
      trigger: "always",
      zone: "Europe/Berlin",
      start: "2026-01-01T01:00:05",
      end: "2026-07-01T02:00",
      cards: "script",
      script: "function handleRequest() {}",
      version,
    };
    const review = locationOf(await openScreen(`rules/${id}`, { backend, form: form(typed) })).replace("/cluster/", "");
    await openScreen(review, { backend, form: { intent: "save-changes", version } });
    expect((await backend.call("GET", `/_rule/${id}`)).body).toMatchObject({
      trigger: { timeframe: { start_time: 1767225605, end_time: 1782864000 } },
      actions: [{ type: "script", request: { a: 1 } }],
    });
  });

  it("is not saved with a script that its check calls invalid", async () => {
    const before = await rules();
    const save = async (script: string, more: Record<string, string> = {}) =>
      openScreen("rules/new", { backend, form: form({ name: "Scripted", cards: "script", script, ...more }) });
    for (const script of [
      "function handleRequest( {",
      "function handleRequest() { throw new Error('no'); }",
      "const a = 1;",
      "function handleCron() {}",
    ]) {
      const refused = await save(script);
      expect([refused.status, refused.errors["script"]?.join("")]).toEqual([
        400,
        expect.stringMatching(/^The script is not valid on the sample: .+ Fix it, or change the sample\.$/),
      ]);
    }
    const byServer = await save("function handleRequest() {}", { trigger: "cron", cron: "* * * * *" });
    expect([byServer.status, byServer.errors[""]?.join("")]).toEqual([
      400,
      expect.stringContaining("name the function handleCron"),
    ]);
    expect(await rules()).toEqual(before);
    const script =
      "function handleRequest() { if (!context.request.body.includes('boot')) throw new Error('no boot'); }";
    expect((await save(script)).status).toBe(400);
    expect(locationOf(await save(script, { checkText: "boot" }))).toMatch(/^\/cluster\/rules\//);
    await backend.call("DELETE", `/_rule/${await idOf("Scripted")}`);
  });

  it("says how its script failed, and which promoted documents are gone, in the list and on its page", async () => {
    const script =
      "function handleRequest() { console.log('so far'); if (context.envs.query === 'boot') throw new Error('no boots'); }";
    const data = ["1", "gone"].map((_id) => ({ doc: { _id } }));
    const made = await backend.call("POST", "/_rule", {
      name: "Failing",
      trigger: { type: "always" },
      actions: [
        { type: "script", script },
        { type: "promote_result", data },
      ],
    });
    const id = z.object({ id: z.string() }).parse(made.body).id;
    const { data: fresh } = await openScreen<typeof listPage>("rules", { backend });
    expect(fresh?.list?.rows.find((row) => row.id === id)).toMatchObject({
      failures: null,
      hint: "A promoted document no longer exists: gone. Remove it from the rule.",
    });
    for (let round = 0; round < 2; round++) {
      const { status } = await backend.call("POST", "/shoes/_reactivesearch", {
        query: [{ id: "s", dataField: ["title"], value: "boot" }],
      });
      expect(status).toBe(200);
    }
    const list = await openScreen<typeof listPage>("rules", { backend });
    expect(list.data?.list?.rows.find((row) => row.id === id)?.failures).toMatchObject({
      count: 2,
      recent: [{ message: expect.stringContaining("no boots") }],
    });
    const page = await openScreen<typeof rulePage>(`rules/${id}`, { backend });
    expect(page.data?.page.titles).toEqual({ "1": "Snow boot" });
    expect(page.data?.page.hints).toContainEqual({
      about: "actions",
      text: "A promoted document no longer exists: gone. Remove it from the rule.",
    });
    expect(page.data?.page.failures?.recent).toMatchObject([{ logs: ["so far"] }, {}]);
    expect(page.data?.page.failures).toMatchObject({ count: 2 });
    await backend.call("DELETE", `/_rule/${id}`);
  });

  it("is tested with documents that it moves over the end of a page, and calls none of them hidden", async () => {
    for (let at = 0; at < 12; at++)
      await backend.call("PUT", `/many/_doc/m${at}`, { title: `boot ${"x ".repeat(at)}` });
    await backend.call("POST", "/many/_refresh");
    const promoted = {
      "promoted[0].json": JSON.stringify({ _id: "m11", _index: "many" }),
      "promoted[0].position": "1",
    };
    const test = await openScreen("rules/new", {
      backend,
      form: form({
        ...promoted,
        indices: "many",
        cards: "promote_result,hide_result",
        "hide[0]": "m0",
        then: "test",
        testText: "boot",
        testIn: "many",
      }),
    });
    const { data } = await openScreen<typeof newPage>(locationOf(test).replace("/cluster/", "").replace(/#.*/, ""), {
      backend,
    });
    const tried = data?.page.tried.test;
    const rows = tried?.ok === true ? tried.value.rows : [];
    expect(rows[0]).toMatchObject({ id: "m11", mark: "promoted", was: null });
    expect(rows.filter(({ mark }) => mark === "hidden").map(({ id }) => id)).toEqual(["m0"]);
    expect(rows.filter(({ mark }) => mark === "new").map(({ id }) => id)).toEqual([]);
    await backend.call("DELETE", "/many");
  });

  it("is tested by an alias of its index", async () => {
    await backend.call("POST", "/_aliases", { actions: [{ add: { index: "shoes", alias: "footwear" } }] });
    const test = await openScreen("rules/new", {
      backend,
      form: form({ customData: "1", then: "test", testText: " Snow  boot ", testIn: "footwear" }),
    });
    const { data } = await openScreen<typeof newPage>(locationOf(test).replace("/cluster/", "").replace(/#.*/, ""), {
      backend,
    });
    const tried = data?.page.tried.test;
    expect(
      tried?.ok === true && {
        fired: tried.value.fired,
        checks: tried.value.checks.map(({ state, text }) => `${state} ${text}`),
      },
    ).toEqual({
      fired: true,
      checks: ["holds Index shoes", "holds Query contains “boot”"],
    });
    await backend.call("POST", "/_aliases", { actions: [{ remove: { index: "shoes", alias: "footwear" } }] });
  });

  it("is deleted by its name, written small", async () => {
    const name = "<b>Ünder</b>  ‮ score";
    await openScreen("rules/new", { backend, form: form({ name, customData: "1" }) });
    const id = await idOf(name);
    const at = `rules/${id}/delete`;
    const { data } = await openScreen<typeof deletePage>(at, { backend });
    expect(data?.page.toType).toBe("<b>ünder</b>_‮_score");
    const { version = "", toType } = data?.page ?? {};
    const refused = await openScreen(at, { backend, form: { intent: "delete", version, confirmation: name } });
    expect([refused.status, refused.errors["confirmation"]?.join("")]).toEqual([
      400,
      expect.stringContaining("That is not"),
    ]);
    await openScreen(at, { backend, form: { intent: "delete", version, confirmation: toType ?? "" } });
    expect(await idOf(name)).toBe("");
  });

  it("is reviewed and saved, and refused where somebody was faster", async () => {
    const id = await idOf("Boots");
    const version = (await openScreen<typeof rulePage>(`rules/${id}`, { backend })).data?.page.version ?? "";
    const review = locationOf(
      await openScreen(`rules/${id}`, {
        backend,
        form: form({ name: "Boots", query: "boots", customData: '{"banner":"x"}', version }),
      }),
    ).replace("/cluster/", "");
    expect((await openScreen<typeof reviewPage>(review, { backend })).data?.review.state).toBe("ready");
    const saved = await openScreen(review, { backend, form: { intent: "save-changes", version } });
    expect(locationOf(saved)).toBe(`/cluster/rules/${id}`);
    expect((await backend.call("GET", `/_rule/${id}`)).body).toMatchObject({
      trigger: { expression: "'shoes' in $index and $query contains 'boots'" },
    });
    const late = locationOf(
      await openScreen(`rules/${id}`, { backend, form: form({ name: "Boots", customData: "2", version }) }),
    ).replace("/cluster/", "");
    expect((await openScreen<typeof reviewPage>(late, { backend })).data?.review.state).toBe("conflict");
  });
});

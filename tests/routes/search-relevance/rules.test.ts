import { describe, expect, it } from "vitest";
import type { loader as listPage } from "~/routes/search-relevance/rules/list";
import type { loader as newPage } from "~/routes/search-relevance/rules/new";
import type { loader as rulePage } from "~/routes/search-relevance/rules/rule";
import { playServer, searchServer } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";
import { backend, BOOTS, form, idOf, locationOf, rules, startRules } from "./support/rules";

startRules();

describe("the list", () => {
  it("has the rules in the order in which they run, with what is odd about them", async () => {
    const { data } = await openScreen<typeof listPage>("rules", { backend });
    expect(data?.list?.rows.map(({ name, place, does, hint, used }) => ({ name, place, does, hint, used }))).toEqual([
      { name: "Old", place: 1, does: "Custom data", hint: "This rule never fires: its time is over.", used: 0 },
      { name: "Boots", place: 2, does: "Custom data", hint: null, used: 0 },
    ]);
    expect((await openScreen<typeof listPage>("rules?q=boot", { backend })).data?.list?.total).toBe(1);
  });

  it("names documents by title: from the rule, else by one call, else by their number", async () => {
    const doc = { _id: "3", _index: "shoes", _source: { title: "Sandal" } };
    await backend.call("POST", "/_rule", {
      ...BOOTS,
      name: "Titled",
      actions: [
        { type: "promote_result", data: [{ doc, position: 2 }] },
        { type: "hide_result", data: ["1", "2", "3"] },
      ],
    });
    await backend.call("POST", "/_rule", {
      ...BOOTS,
      name: "Unknown",
      trigger: { type: "always" },
      actions: [{ type: "hide_result", data: ["1"] }],
    });
    const { data } = await openScreen<typeof listPage>("rules", { backend });
    const does = Object.fromEntries((data?.list?.rows ?? []).map((row) => [row.name, row.does]));
    expect(does["Titled"]).toBe("Pins Sandal at 2 · Hides Snow boot, Rain boot and 1 more");
    expect(does["Unknown"]).toBe("Hide documents (1)");
    for (const name of ["Titled", "Unknown"]) await backend.call("DELETE", `/_rule/${await idOf(name)}`);
  });

  it("says why a rule does not run, and its page what to do: a save makes the reader its author", async () => {
    await backend.call("POST", "/_user", {
      username: "mara",
      password: "a-quiet-owl",
      allowed_actions: ["search-relevancy"],
      indices: ["*"],
    });
    const Authorization = `Basic ${Buffer.from("mara:a-quiet-owl").toString("base64")}`;
    const body = JSON.stringify({ ...BOOTS, name: "Left" });
    await fetch(`${backend.url}/_rule`, {
      method: "POST",
      headers: { Authorization, "Content-Type": "application/json" },
      body,
    });
    const id = await idOf("Left");
    const page = async () => (await openScreen<typeof rulePage>(`rules/${id}`, { backend })).data?.page;
    const row = async () =>
      (await openScreen<typeof listPage>("rules", { backend })).data?.list?.rows.find((one) => one.id === id);
    expect(await page()).toMatchObject({ author: "mara", stopped: null });
    await backend.call("DELETE", "/_user/mara");
    const stopped = "Author mara no longer exists. Save the rule to make yourself its author.";
    expect(await row()).toMatchObject({ stopped });
    expect(await page()).toMatchObject({ author: "mara", stopped });
    const version = (await page())?.version ?? "";
    const review = locationOf(
      await openScreen(`rules/${id}`, { backend, form: form({ name: "Left", version, customData: '{"banner":"x"}' }) }),
    ).replace("/cluster/", "");
    await openScreen(review, { backend, form: { intent: "save-changes", version } });
    expect(await row()).toMatchObject({ stopped: null });
    expect(await page()).toMatchObject({ author: backend.username, stopped: null });
    await backend.call("DELETE", `/_rule/${id}`);
  });

  it("switches and moves a rule, each with a way back", async () => {
    const id = await idOf("Boots");
    await openScreen("rules", { backend, form: { intent: "switch-rule", id, name: "Boots", enabled: "false" } });
    expect((await rules()).find((rule) => rule.id === id)?.enabled).toBe(false);
    await openScreen("rules", { backend, form: { intent: "switch-rule", id, name: "Boots", enabled: "true" } });
    await openScreen("rules", { backend, form: { intent: "move-rule", id, name: "Boots", from: "1", to: "2" } });
    expect((await rules()).map(({ name }) => name)).toEqual(["Boots", "Old"]);
    await openScreen("rules", { backend, form: { intent: "move-rule", id, name: "Boots", from: "2", to: "1" } });
  });

  it("says so where a rule cannot be moved, and moves none", async () => {
    const before = (await rules()).map(({ name }) => name);
    const { status, errors } = await openScreen("rules", {
      backend,
      form: { intent: "move-rule", id: "gone", name: "Gone", from: "1", to: "2" },
    });
    expect([status, errors[""]?.join(" ")]).toEqual([404, expect.stringContaining("The rule was not changed.")]);
    expect((await rules()).map(({ name }) => name)).toEqual(before);
  });

  it.each([405, 404])("says so where the server has no rules (%i)", async (status) => {
    const none = await playServer(
      searchServer({ "/_user": { body: { username: "mira", is_admin: true } }, "/_rules": { status, body: "" } }),
    );
    const opened = await openScreen<typeof listPage>("rules", {
      backend: { url: none.url, username: "mira", password: "right" },
    });
    expect([opened.status, opened.data?.list]).toEqual([200, null]);
    await none.close();
  });
});

describe("a new rule", () => {
  it("is made of the form and leads to its page", async () => {
    const done = await openScreen("rules/new", {
      backend,
      form: form({
        name: "Whole",
        cards:
          "hide_result,replace_search_term,remove_words,replace_words,add_filter,search_settings,custom_data,script",
        "hide[0]": "3",
        term: "shoe",
        removeWords: "cheap, new",
        "words[0].from": "tv",
        "words[0].to": "television",
        "words[1].from": "",
        "filters[0].field": "brand.keyword",
        "filters[0].values": "acme, other",
        "filters[1].field": "year",
        "filters[1].values": "2024",
        searchFields: "title^2\nname",
        customData: '{"a":1}',
        script: "function handleRequest() {}",
        start: "2026-01-01T00:00",
      }),
    });
    const id = await idOf("Whole");
    expect(locationOf(done)).toBe(`/cluster/rules/${id}`);
    const stored = await backend.call("GET", `/_rule/${id}`);
    expect(stored.body).toMatchObject({
      trigger: {
        type: "filter",
        expression: "'shoes' in $index and $query contains 'boot'",
        timeframe: { start_time: 1767225600 },
      },
      actions: [
        { type: "hide_result", data: ["3"] },
        { type: "replace_search_term", data: "shoe" },
        { type: "remove_words", data: ["cheap", "new"] },
        { type: "replace_words", data: { tv: "television" } },
        { type: "add_filter", data: { "brand.keyword": ["acme", "other"], year: "2024" } },
        { type: "search_settings", data: { dataField: ["title", "name"], fieldWeights: [2, 1] } },
        { type: "custom_data" },
        { type: "script", script: id },
      ],
    });
    const { data } = await openScreen<typeof rulePage>(`rules/${id}`, { backend });
    expect(data?.page.values).toMatchObject({
      query: "boot",
      operator: "contains",
      cards: "hide_result,replace_search_term,remove_words,replace_words,add_filter,search_settings,custom_data,script",
      filters: [
        { field: "brand.keyword", values: "acme, other" },
        { field: "year", values: "2024" },
      ],
      script: "function handleRequest() {}",
    });
    await backend.call("DELETE", `/_rule/${id}`);
  });

  it.each<[Record<string, string>, string, string]>([
    [{ name: "" }, "name", "Name cannot be empty"],
    [{ query: "", customData: "1" }, "query", "Either dataField value or query is needed"],
    [{ cards: "" }, "cards", "No actions defined"],
    [{ customData: "" }, "customData", "Value cannot be empty"],
    [{ cards: "promote_result" }, "promoted", "Value cannot be empty"],
    [{ trigger: "always", cards: "replace_search_term", term: "x" }, "term", "cannot replace the search term"],
    [{ customData: "{" }, "customData", "Not valid JSON"],
    [
      { expression: "$query ~ 1", customData: "1" },
      "expression",
      'Invalid expression: "~" is not understood at character 8.',
    ],
    [{ trigger: "cron", customData: "1" }, "cron", "Enter a cron line"],
    [{ trigger: "index", customData: "1" }, "customData", "take a script only"],
    [{ cards: "replace_words", "words[0].from": "a" }, "words", "Enter both"],
    [{ end: "2026-01-01T00:00", customData: "1" }, "start", "Enter when the rule starts"],
  ])("is refused for %j", async (fields, field, message) => {
    const { errors, status } = await openScreen("rules/new", { backend, form: form(fields) });
    expect(status).toBe(400);
    expect(errors[field]?.join(" ")).toContain(message);
  });

  it.each([
    "add:script",
    "remove:custom_data",
    "up:custom_data",
    "rows:replace_words",
    "find",
    "promote:shoes:3",
    "test",
    "check",
  ])("wants no name before it is saved: %s", async (then) => {
    const done = await openScreen("rules/new", {
      backend,
      form: form({ name: "", customData: "1", find: "sandal", testText: "boot", then }),
    });
    expect(done.errors).toEqual({});
    const { data } = await openScreen<typeof newPage>(locationOf(done).replace("/cluster/", ""), { backend });
    expect(data?.page.values).toMatchObject({ name: "", query: "boot" });
    if (then === "test") expect(data?.page.tried.test).toMatchObject({ ok: true, value: { fired: true } });
  });

  it("begins as a copy of another one", async () => {
    const { data } = await openScreen<typeof newPage>(`rules/new?from=${await idOf("Boots")}`, { backend });
    expect(data?.page.values).toMatchObject({ name: "Boots copy", query: "boot" });
  });
});

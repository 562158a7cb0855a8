import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import type { loader as listPage } from "~/routes/relevance/rules/list";
import type { loader as newPage } from "~/routes/relevance/rules/new";
import type { loader as rulePage } from "~/routes/relevance/rules/rule";
import type { loader as reviewPage } from "~/routes/relevance/rules/review";
import { startTestBackend, type TestBackend } from "../setup/backend";
import { playServer, searchServer } from "../setup/console";
import { openScreen } from "../setup/open-screen";

let backend: TestBackend;

const BOOTS = {
  name: "Boots",
  trigger: { type: "filter", expression: "'shoes' in $index and $query contains 'boot'" },
  actions: [{ type: "custom_data", data: { banner: "x" } }],
};
const RulesSchema = z.array(z.looseObject({ id: z.string(), name: z.string(), order: z.number(), enabled: z.boolean() }));

beforeAll(async () => {
  backend = await startTestBackend();
  for (const [id, title] of ["Snow boot", "Rain boot", "Sandal"].entries()) await backend.call("PUT", `/shoes/_doc/${id + 1}?refresh=true`, { title });
  await backend.call("POST", "/_rule", BOOTS);
  await backend.call("POST", "/_rule", { ...BOOTS, name: "Old", trigger: { type: "always", timeframe: { start_time: 1, end_time: 2 } } });
});
afterAll(() => backend.close());

async function rules() {
  return RulesSchema.parse((await backend.call("GET", "/_rules")).body);
}
async function idOf(name: string): Promise<string> {
  return (await rules()).find((rule) => rule.name === name)?.id ?? "";
}

const form = (fields: Record<string, string>) => ({
  intent: "take-rule",
  name: "Made",
  description: "",
  enabled: "on",
  trigger: "filter",
  indices: "shoes",
  operator: "contains",
  query: "boot",
  version: "",
  then: "save",
  ...fields,
});
const locationOf = ({ response }: { response: Response | undefined }) => response?.headers.get("Location") ?? "";

describe("the list", () => {
  it("has the rules in the order in which they run, with what is odd about them", async () => {
    const { data } = await openScreen<typeof listPage>("rules", { backend });
    expect(data?.list?.rows.map(({ name, place, does, hint, used }) => ({ name, place, does, hint, used }))).toEqual([
      { name: "Old", place: 1, does: "Custom data", hint: "This rule never fires: its time is over.", used: 0 },
      { name: "Boots", place: 2, does: "Custom data", hint: null, used: 0 },
    ]);
    expect((await openScreen<typeof listPage>("rules?q=boot", { backend })).data?.list?.total).toBe(1);
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

  it.each([405, 404])("says so where the server has no rules (%i)", async (status) => {
    const none = await playServer(searchServer({ "/_user": { body: { username: "mira", is_admin: true } }, "/_rules": { status, body: "" } }));
    const opened = await openScreen<typeof listPage>("rules", { backend: { url: none.url, username: "mira", password: "right" } });
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
        hide: "3\n",
        term: "shoe",
        removeWords: "cheap, new",
        replaceWords: "tv = television",
        filters: "brand.keyword = acme, other\nyear = 2024",
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
      trigger: { type: "filter", expression: "'shoes' in $index and $query contains 'boot'", timeframe: { start_time: 1767225600 } },
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
      filters: "brand.keyword = acme, other\nyear = 2024",
      script: "function handleRequest() {}",
    });
    await backend.call("DELETE", `/_rule/${id}`);
  });

  it.each<[Record<string, string>, string, string]>([
    [{ name: "" }, "name", "Name cannot be empty"],
    [{ query: "", customData: "1" }, "query", "Either dataField value or query is needed"],
    [{ customData: "" }, "trigger", "No actions defined"],
    [{ customData: "{" }, "customData", "Not valid JSON"],
    [{ expression: "$query ~ 1", customData: "1" }, "expression", 'Invalid expression: "~" is not understood at character 8.'],
    [{ trigger: "cron", customData: "1" }, "cron", "Enter a cron line"],
    [{ trigger: "index", customData: "1" }, "trigger", "take a script only"],
    [{ replaceWords: "a", customData: "1" }, "replaceWords", "a pair on each line"],
    [{ end: "2026-01-01T00:00", customData: "1" }, "start", "Enter when the rule starts"],
  ])("is refused for %j", async (fields, field, message) => {
    const { errors, status } = await openScreen("rules/new", { backend, form: form(fields) });
    expect(status).toBe(400);
    expect(errors[field]?.join(" ")).toContain(message);
  });

  it("begins as a copy of another one", async () => {
    const { data } = await openScreen<typeof newPage>(`rules/new?from=${await idOf("Boots")}`, { backend });
    expect(data?.page.values).toMatchObject({ name: "Boots copy", query: "boot" });
  });
});

describe("a rule in the form", () => {
  it("finds documents, promotes and drops them, and shows what the rule does, without saving anything", async () => {
    const id = await idOf("Boots");
    const at = `rules/${id}`;
    const version = (await openScreen<typeof rulePage>(at, { backend })).data?.page.version ?? "";
    const send = async (address: string, fields: Record<string, string>) =>
      locationOf(await openScreen(address, { backend, form: form({ customData: "1", version, ...fields }) }));
    const found = await send(at, { then: "find", find: "sandal", findIn: "shoes" });
    expect((await openScreen<typeof rulePage>(found.replace("/cluster/", ""), { backend })).data?.page.tried.found).toMatchObject({
      ok: true,
      value: [{ id: "3", title: "Sandal" }],
    });
    const promoted = await send(at, { then: "promote:shoes:3", find: "sandal", findIn: "shoes" });
    const page = (await openScreen<typeof rulePage>(promoted.replace("/cluster/", ""), { backend })).data?.page;
    expect(page?.promoted).toMatchObject([{ position: 1, id: "3", title: "Sandal" }]);
    const tested = await send(at, { then: "test", testText: "boot", testIn: "shoes", promoted: page?.promoted[0]?.json ?? "", position: "1" });
    const { data } = await openScreen<typeof rulePage>(tested.replace("/cluster/", ""), { backend });
    expect(data?.page.tried.test).toMatchObject({
      ok: true,
      value: { fired: true, rows: [{ id: "3", mark: "promoted" }, { mark: "moved" }, { mark: "moved" }] },
    });
    expect(JSON.stringify(await backend.call("GET", `/_rule/${id}`))).not.toContain("promote_result");
  });

  it("checks its script", async () => {
    const checked = await openScreen("rules/new", { backend, form: form({ then: "check", script: "console.log('hi'); function handleRequest() {}" }) });
    const { data } = await openScreen<typeof newPage>(locationOf(checked).replace("/cluster/", ""), { backend });
    expect(data?.page.tried.check).toMatchObject({ ok: true, lines: ["hi"] });
  });

  it("is reviewed and saved, and refused where somebody was faster", async () => {
    const id = await idOf("Boots");
    const version = (await openScreen<typeof rulePage>(`rules/${id}`, { backend })).data?.page.version ?? "";
    const review = locationOf(
      await openScreen(`rules/${id}`, { backend, form: form({ name: "Boots", query: "boots", customData: '{"banner":"x"}', version }) }),
    ).replace("/cluster/", "");
    expect((await openScreen<typeof reviewPage>(review, { backend })).data?.review.state).toBe("ready");
    const saved = await openScreen(review, { backend, form: { intent: "save-changes", version } });
    expect(locationOf(saved)).toBe(`/cluster/rules/${id}`);
    expect((await backend.call("GET", `/_rule/${id}`)).body).toMatchObject({ trigger: { expression: "'shoes' in $index and $query contains 'boots'" } });
    const late = locationOf(await openScreen(`rules/${id}`, { backend, form: form({ name: "Boots", customData: "2", version }) })).replace("/cluster/", "");
    expect((await openScreen<typeof reviewPage>(late, { backend })).data?.review.state).toBe("conflict");
  });
});

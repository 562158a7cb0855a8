import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { loader as changesPage } from "~/routes/data/changes/list";
import type { loader as copyPage } from "~/routes/search-relevance/file/copy-from";
import type { loader as donePage } from "~/routes/search-relevance/file/done";
import type { loader as reviewPage } from "~/routes/search-relevance/file/review";
import type { loader as versionsPage } from "~/routes/search-relevance/settings/versions";
import type { loader as relevanceReview } from "~/routes/search-relevance/settings/review";
import { readBundle, writeBundle } from "@common/search-relevance/settings-bundle/read";
import { PARTS } from "@common/search-relevance/settings-bundle/schema";
import type { Right } from "~/lib/access-control/rights";
import { readableParts } from "~/services/search-relevance/settings-file/import.server";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { type As, openScreen } from "../../setup/open-screen";

let backend: TestBackend;
const rule = (index: string, name: string) => ({
  name,
  trigger: { type: "filter", expression: `'${index}' in $index` },
  actions: [{ type: "custom_data", data: { name } }],
});
beforeAll(async () => {
  backend = await startTestBackend();
  for (const index of ["shoes", "hats", "bags", "belts", "gloves", "scarves"])
    await backend.call("PUT", `/${index}`, {});
  await backend.call("PUT", "/_searchrelevancy/shoes", {
    search: { dataField: ["name", "brand"], fieldWeights: ["3.0", "0.5"], fuzziness: "AUTO" },
    results: { size: 25 },
  });
  await backend.call("PUT", "/_synonym/shoes", [{ type: "equivalent", synonym: "sofa,couch" }]);
  await backend.call("POST", "/_rule", rule("shoes", "sale"));
  await backend.call("POST", "/_rule", {
    ...rule("shoes", "scripted"),
    actions: [{ type: "script", script: "function handleRequest() {\n  return context.request;\n}\n", envs: { a: 1 } }],
  });
});
afterAll(() => backend.close());

const download = async (at: string, query = "", as: As = "admin") => {
  const { response, status } = await openScreen(`/resources/${at}/search/file${query}`, { backend, as });
  return {
    status: response?.status ?? status,
    type: response?.headers.get("Content-Disposition") ?? "",
    text: (await response?.text()) ?? "",
  };
};
const paste = (at: string, text: string, env = {}, as: As = "admin") =>
  openScreen("search/file", { backend, at, env, as, form: { intent: "paste-settings", text } });

async function reviewed(at: string, text: string, env = {}) {
  const { response } = await paste(at, text, env);
  const to = response?.headers.get("Location") ?? "";
  const { data } = await openScreen<typeof reviewPage>(to, { backend, env });
  if (data?.state !== "ready") throw new Error(`no review at ${to}: ${JSON.stringify(data)}`);
  return { to, data };
}
async function apply(
  at: string,
  text: string,
  { env = {}, parts }: { env?: Record<string, string>; parts?: string[] } = {},
) {
  const { to, data } = await reviewed(at, text, env);
  const chosen = Object.fromEntries((parts ?? data.changed).map((part, place) => [`parts[${place}]`, part]));
  const answer = await openScreen(to, {
    backend,
    env,
    form: { intent: "apply-settings", version: data.version, ...chosen },
  });
  const done = answer.response?.headers.get("Location") ?? "";
  const { data: result } = await openScreen<typeof donePage>(done, { backend, env });
  return { answer, to, result: result?.result ?? null, version: data.version };
}

describe("settings as a file", () => {
  it("are downloaded as YAML and JSON, whole or in parts", async () => {
    const { status, type, text } = await download("shoes");
    expect([status, type]).toEqual([200, expect.stringContaining("shoes-settings.yaml")]);
    expect(text).toMatch(/^version: 1\nindex: shoes\nsettings:\n/);
    expect(text).toContain("  - sofa,couch");
    const json = JSON.parse((await download("shoes", "?part=rules&format=json")).text) as Record<string, unknown>;
    expect([Object.keys(json), json["rules"]]).toEqual([
      ["version", "index", "rules"],
      [expect.objectContaining({ name: "scripted" }), expect.objectContaining({ name: "sale" })],
    ]);
  });

  it("out of one index, into another, and out again are the same; the second time nothing changes", async () => {
    const env = {};
    const { text } = await download("shoes");
    const { data } = await reviewed("hats", text, env);
    expect(data).toMatchObject({
      of: "shoes",
      index: "hats",
      changed: ["settings", "synonyms", "rules"],
      offered: ["settings", "synonyms", "rules"],
      gate: { ok: true },
    });
    expect(data.parts.find(({ part }) => part === "settings")?.listed).toContainEqual(
      expect.objectContaining({ name: "search.fuzziness", new: "AUTO" }),
    );
    const { answer, result } = await apply("hats", text, { env });
    expect(answer.flash).toBe("4 changes applied.");
    expect(result).toMatchObject({
      done: [
        expect.stringContaining("settings: search"),
        "synonyms: 1 added, 0 removed",
        "rules: sale added",
        "rules: scripted added",
      ],
      refused: null,
      left: [],
      deploy: true,
    });
    expect((await download("hats")).text).toBe(text.replaceAll("shoes", "hats"));
    expect((await reviewed("hats", text, env)).data.changed).toEqual([]);

    // Each is a change of its own, which can be undone.
    const { data: log } = await openScreen<typeof changesPage>("changes", { backend, at: "hats", env });
    const words = log?.rows.find(({ path }) => path === "/_synonym/hats");
    await openScreen(`/app/hats/changes/${words?.id}/undo`, { backend, env, form: { intent: "undo-change" } });
    expect((await backend.call("GET", "/_synonyms/hats")).body).toEqual([]);
  });

  it("of the parts only the chosen ones are applied, and rules are put in order", async () => {
    const { text } = await download("shoes");
    expect((await apply("bags", text, { parts: ["rules"] })).result?.done).toEqual([
      "rules: sale added",
      "rules: scripted added",
    ]);
    expect((await backend.call("GET", "/_synonyms/bags")).body).toEqual([]);
    const bundle = readBundle(text);
    const turned = writeBundle({
      ...bundle,
      synonyms: ["sofa,couch,settee"],
      rules: [...(bundle.rules ?? [])].reverse(),
    });
    const { result } = await apply("bags", turned);
    expect(result?.done).toEqual([
      expect.stringContaining("settings"),
      "synonyms: 1 added, 0 removed",
      "rules: their order",
    ]);
    expect((await download("bags", "?part=rules")).text).toMatch(/name: sale[\s\S]*name: scripted/);
  });

  it("imported settings are a version of the index, and a single change can be undone from its message", async () => {
    const env = {};
    await backend.call("PUT", "/_searchrelevancy/scarves", { search: { dataField: ["name"], fieldWeights: ["1.0"] } });
    const { answer } = await apply("scarves", (await download("shoes")).text, { env, parts: ["settings"] });
    expect(answer.flash).toBe("1 change applied.");
    const { data } = await openScreen<typeof versionsPage>("search/versions", { backend, at: "scarves", env });
    expect(data).toMatchObject({
      elsewhere: null,
      rows: [
        { number: 2, note: "Imported from a file", person: backend.username, live: true },
        { number: 1, note: "As it was found", person: "", live: false },
      ],
    });
    expect(data?.rows[0]?.changes).toBeGreaterThan(2);
    const { data: log } = await openScreen<typeof changesPage>("changes", { backend, at: "scarves", env });
    await openScreen(`/app/scarves/changes/${log?.rows[0]?.id}/undo`, {
      backend,
      env,
      form: { intent: "undo-change" },
    });
    expect((await backend.call("GET", "/_searchrelevancy/scarves")).body).toMatchObject({
      search: { dataField: ["name"] },
    });
    const after = await openScreen<typeof versionsPage>("search/versions", { backend, at: "scarves", env });
    expect(after.data).toMatchObject({
      elsewhere: null,
      rows: [
        { number: 2, live: false },
        { number: 1, live: true },
      ],
    });
  });

  it.each([
    ["another version", "version: 2\nindex: shoes\n", /^Line 1: version must be 1/],
    [
      "an unknown setting",
      "version: 1\nindex: shoes\nsettings:\n  search:\n    size: 3\n",
      /^Line 5: settings\.search\.size is not known\.$/,
    ],
    [
      "a member twice",
      '{"version":1,"index":"shoes","synonyms":[],\n"synonyms":[]}',
      /^Line 2: synonyms stands there twice/,
    ],
    ["an unknown part", '{"version":1,"index":"shoes",\n"colours":{}}', /^Line 2: colours is not known/],
    [
      "large YAML",
      `version: 1\nindex: shoes\n${"# x\n".repeat(70_000)}`,
      /larger than 256 KB: of that size only JSON is read here/,
    ],
    ["nothing", "", /Paste the settings first/],
  ])("%s is refused with the place", async (_what, text, said) => {
    expect(await paste("shoes", text)).toHaveFieldError("text", said);
  });

  it("JSON of more than that is read, and quickly", async () => {
    const rules = Array.from({ length: 900 }, (_, at) => ({
      ...rule("shoes", `r${at}`),
      description: "x".repeat(1_800),
    }));
    const text = JSON.stringify({ version: 1, index: "shoes", rules });
    expect(text.length).toBeGreaterThan(1_500_000);
    expect((await paste("shoes", text)).response?.headers.get("Location")).toContain("/search/file/review?draft=");
  });

  it("what changed since the page was shown, a file that is gone, and no part are told; nothing is changed", async () => {
    const env = {};
    const { to, data } = await reviewed("belts", "version: 1\nindex: belts\nsynonyms: ['a,b']\n", env);
    const send = (form: Record<string, string>, at = to) =>
      openScreen(at, { backend, env, form: { intent: "apply-settings", ...form } });
    expect(await send({ version: data.version })).toHaveFieldError("parts", /Choose at least one part/);
    await backend.call("PUT", "/_synonym/belts", [{ type: "equivalent", synonym: "c,d" }]);
    expect((await send({ version: data.version, "parts[0]": "synonyms" })).flash).toMatch(
      /somebody changed the settings in the meantime/,
    );
    expect(
      (await send({ version: data.version, "parts[0]": "synonyms" }, to.replace(/draft=.*/, "draft=none"))).flash,
    ).toMatch(/no longer kept/);
    expect(JSON.stringify((await backend.call("GET", "/_synonyms/belts")).body)).not.toContain("a,b");
  });

  it("what the server refuses ends it, and is told with what was done and what not", async () => {
    const { result } = await apply(
      "gloves",
      "version: 1\nindex: gloves\nsettings: {results: {size: 8}}\nsynonyms: [one]\nsuggestions: {recent: {size: 4}}\n",
    );
    expect(result).toMatchObject({
      done: ["settings: results"],
      refused: { says: "synonyms: 1 added, 0 removed" },
      left: ["suggestions: recent"],
    });
    expect(result?.refused?.reason).toMatch(/synonym must be words between commas/);
  });

  it("leaves out what the server lets somebody not read; what is only protected is read", () => {
    const closed = { ok: false, missing: "Requires it", who: "somebody", help: "Ask." } as const;
    const may = (right: Right) =>
      right === "rules:write" ? { ...closed, because: "right" as const } : { ...closed, because: "protected" as const };
    expect(readableParts({ may }, PARTS)).toEqual(["settings", "synonyms", "suggestions"]);
  });

  it("wants the permission of the section", async () => {
    expect(await openScreen("search/file", { backend, at: "shoes", as: { actions: ["develop"] } })).toRequire(
      "Search relevancy",
    );
    expect((await download("shoes", "", { actions: ["develop"] })).status).toBe(403);
  });
});

describe("settings of another index", () => {
  it("are compared, and the chosen ones go into the draft; synonyms and rules to the review of a file", async () => {
    const env = {};
    const at = "belts";
    const { data } = await openScreen<typeof copyPage>("search/copy-from?with=shoes", { backend, at, env });
    if (data?.state !== "compared") throw new Error(JSON.stringify(data));
    expect(data.changes).toContainEqual(expect.objectContaining({ key: "results.size", old: "10", new: "25" }));
    expect(data.others.map(({ part, counts }) => [part, counts.added])).toEqual([
      ["synonyms", 1],
      ["rules", 2],
    ]);
    const post = (form: Record<string, string>) =>
      openScreen("search/copy-from?with=shoes", { backend, at, env, form });
    expect(await post({ intent: "take-settings" })).toHaveFieldError("key", /Choose at least one setting/);
    expect(await post({ intent: "take-settings", "key[0]": "results.size", "key[1]": "search.weights" })).toRedirectTo(
      `/app/${at}/search/review`,
    );
    const { data: draft } = await openScreen<typeof relevanceReview>("search/review", { backend, at, env });
    expect(draft).toMatchObject({ state: "ready" });
    expect(JSON.stringify(draft)).toContain('"Page size"');
    expect(JSON.stringify(draft)).not.toContain('"Typo tolerance"');
    const { response } = await post({ intent: "review-other-parts" });
    const { data: review } = await openScreen<typeof reviewPage>(response?.headers.get("Location") ?? "", {
      backend,
      env,
    });
    expect(review).toMatchObject({ state: "ready", changed: ["synonyms", "rules"] });
  });

  it.each([
    ["", null],
    ["?with=shoes", "This is the index itself. Choose another one."],
    ["?with=sh*", "sh* is not the name of one index."],
  ])("%s asks to choose one", async (query, problem) => {
    const { data } = await openScreen<typeof copyPage>(`search/copy-from${query}`, { backend, at: "shoes" });
    expect(data).toMatchObject({ state: "choose", problem });
  });

  it("of a kept file go into the draft too", async () => {
    const env = {};
    const { to } = await reviewed("shoes", "version: 1\nindex: other\nsettings: {results: {size: 7}}\n", env);
    const { data } = await openScreen<typeof copyPage>(to.replace("file/review", "copy-from"), { backend, env });
    expect(data).toMatchObject({
      state: "compared",
      changes: [expect.objectContaining({ setting: "Page size", old: "25", new: "7" })],
    });
  });
});

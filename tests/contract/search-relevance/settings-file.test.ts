import * as z from "zod";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readBundle, writeBundle } from "@common/search-relevance/settings-bundle/read";
import { PARTS } from "@common/search-relevance/settings-bundle/schema";
import type { CallServer } from "@common/search-relevance/settings-bundle/server";
import { UsageError } from "../../../scripts/command/usage";
import { readArguments } from "../../../scripts/settings/arguments";
import { exportSettings, importSettings } from "../../../scripts/settings/run";
import { openServer } from "../../../scripts/settings/server";
import { startTestBackend, type TestBackend } from "../../setup/backend";

let here: TestBackend;
let there: TestBackend;
beforeAll(async () => {
  [here, there] = await Promise.all([startTestBackend(), startTestBackend({ apart: true })]);
  await Promise.all(
    [here, there].flatMap((server) => ["shoes", "hats"].map((index) => server.call("PUT", `/${index}`, {}))),
  );
  await fill(here);
}, 60_000);
afterAll(() => Promise.all([here, there].map((server) => server.close())));

const SCRIPT = "function handleRequest() {\n  return context.request;\n}\n";
const rule = (
  name: string,
  expression: string,
  actions: object[] = [{ type: "custom_data", data: { name, none: null } }],
) => ({
  name,
  trigger: { type: "filter", expression },
  actions,
});

async function fill({ call }: TestBackend): Promise<void> {
  await call("PUT", "/_searchrelevancy/shoes", {
    search: {
      dataField: ["name", "brand"],
      fieldWeights: [3, "0.5"],
      fuzziness: "AUTO",
      rankFeature: { rank: { boost: "2.0", log: { scaling_factor: 1 } } },
    },
    indexSettings: { enableNgram: false, enableAutoSuggestion: true },
    elsewhere: { known: true },
  });
  await call("PUT", "/_synonym/shoes", [
    { type: "equivalent", synonym: "sofa,couch" },
    { type: "one-way", synonym: "tv => television" },
  ]);
  await call("POST", "/_rule", rule("last", "'shoes' in $index"));
  await call("POST", "/_rule", rule("of all", "$query == 'a'"));
  await call("POST", "/_rule", rule("of two", "'shoes,hats' in $index"));
  const timeframe = { start_time: 1_700_000_000, end_time: 1_900_000_000 };
  const scripted = rule("scripted", "$query == 'x' and 'shoes' in $index", [
    { type: "script", script: SCRIPT, envs: { a: 1 } },
  ]);
  await call("POST", "/_rule", {
    ...scripted,
    description: "What it does",
    enabled: false,
    trigger: { ...scripted.trigger, timeframe },
  });
  await call("PUT", "/_recent_suggestions/preferences", { minHits: 2 });
  await call("PUT", "/_index_suggestions/preferences", { size: 4, customStopwords: ["of"] });
}

const open = ({ url, username, password }: TestBackend) => openServer({ url, username, password });

async function exported(server: TestBackend, index = "shoes", format: "yaml" | "json" = "yaml"): Promise<string> {
  return exportSettings({ callServer: open(server), parts: PARTS, index, format, tell: () => undefined });
}

type Wish = { server?: TestBackend; index?: string; dryRun?: boolean; callServer?: CallServer };

async function imported(
  text: string,
  { server = there, index, dryRun = false, callServer = open(server) }: Wish = {},
): Promise<{ ok: boolean; lines: string[] }> {
  const lines: string[] = [];
  const ok = await importSettings({
    callServer,
    parts: PARTS,
    text,
    index,
    dryRun,
    tell: (line) => void lines.push(line),
  });
  return { ok, lines };
}

describe("settings as a file", () => {
  let file: string;
  beforeEach(async () => {
    file = await exported(here);
  });

  test("hold what people can read, and no ids", () => {
    const { rules, synonyms, settings } = readBundle(file);
    expect(rules?.map(({ name }) => name)).toEqual(["scripted", "last"]);
    expect(synonyms).toEqual(["sofa,couch", "tv => television"]);
    expect(settings?.search).toMatchObject({
      fieldWeights: [3, 0.5],
      fuzziness: "AUTO",
      rankFeature: { rank: { boost: 2, log: { scaling_factor: 1 } } },
    });
    expect(file).toMatch(/^version: 1\nindex: shoes\nsettings:\n/);
    expect(file).toContain(
      "        script: |\n          function handleRequest() {\n            return context.request;\n",
    );
    expect(file).not.toMatch(/\b(_?id|created_at|updated_at|order|elsewhere):/);
  });

  test("a dry run tells and changes nothing", async () => {
    const before = await exported(there);
    const { ok, lines } = await imported(file, { dryRun: true });
    expect(ok).toBe(true);
    expect(lines).toEqual(
      expect.arrayContaining([
        "+ synonyms sofa,couch",
        "+ rules scripted",
        '+ settings search.fuzziness: "AUTO"',
        "Nothing was changed: this was a dry run.",
      ]),
    );
    expect(await exported(there)).toBe(before);
  });

  test("out of one server, into another, and out again are the same; a second time nothing is to be done", async () => {
    expect((await imported(file)).ok).toBe(true);
    expect(await exported(there)).toBe(file);
    expect((await imported(file)).lines.at(-1)).toBe("Nothing to do.");
    expect((await imported(await exported(here, "shoes", "json"))).lines.at(-1)).toBe("Nothing to do.");
  });

  test("a rule of the same name is changed, others are removed and put in order", async () => {
    await imported(file);
    const bundle = readBundle(file);
    const [scripted, last] = bundle.rules ?? [];
    if (!scripted || !last) throw new Error("rules lack");
    const changed = { ...last, enabled: false };
    const added = { ...last, name: "new below" };
    const next = writeBundle({ ...bundle, synonyms: ["sofa,couch", "a,b"], rules: [changed, added, scripted] });
    const { ok, lines } = await imported(next);
    expect([ok, lines]).toEqual([
      true,
      expect.arrayContaining([
        "~ rules last",
        "+ rules new below",
        "- synonyms tv => television",
        "~ rules (their order)",
      ]),
    ]);
    expect(readBundle(await exported(there)).rules?.map(({ name }) => name)).toEqual(["last", "new below", "scripted"]);
    expect((await imported(next)).lines.at(-1)).toBe("Nothing to do.");
    await imported(file);
    expect(await exported(there)).toBe(file);
  });

  test("rules in it have who deploys it as their author, whoever wrote them", async () => {
    const dora = { username: "dora", password: "a-quiet-owl" };
    expect((await there.call("POST", "/_user", { ...dora, is_admin: true })).status).toBeLessThan(300);
    const asDora = openServer({ url: there.url, ...dora });
    const named = file.replace("name: scripted\n", "name: scripted\n    author: { name: somebody, kind: user }\n");
    await expect(imported(named, { callServer: asDora })).rejects.toThrow("author is not known");
    const kept = z.array(z.looseObject({ id: z.string() })).parse((await there.call("GET", "/_rules")).body);
    for (const { id } of kept) await there.call("DELETE", `/_rule/${id}`);
    expect((await imported(file, { callServer: asDora })).ok).toBe(true);
    const { body } = await there.call("GET", "/_rules");
    const authors = z.array(z.looseObject({ name: z.string(), author: z.unknown() })).parse(body);
    expect(authors.length).toBeGreaterThan(0);
    for (const { name, author } of authors) expect([name, author]).toEqual([name, { name: "dora", kind: "user" }]);
  });

  test("another index gets them under its own name", async () => {
    expect((await imported(file, { index: "hats" })).ok).toBe(true);
    const { index, rules, synonyms } = readBundle(await exported(there, "hats"));
    expect([index, rules?.map(({ trigger }) => trigger.expression), synonyms?.length]).toEqual([
      "hats",
      ["$query == 'x' and 'hats' in $index", "'hats' in $index"],
      2,
    ]);
  });

  test("parts that a file leaves out stay", async () => {
    await imported(file);
    expect((await imported("version: 1\nindex: shoes\nsettings:\n  results:\n    size: 7\n")).ok).toBe(true);
    const { settings, rules, synonyms } = readBundle(await exported(there));
    expect([settings?.results, settings?.search?.fuzziness, rules?.length, synonyms?.length]).toEqual([
      expect.objectContaining({ size: 7 }),
      "AUTO",
      2,
      2,
    ]);
  });

  test("what the server refuses ends it, and is told with what was done and what not", async () => {
    const { ok, lines } = await imported(
      "version: 1\nindex: shoes\nsettings: {results: {size: 8}}\nsynonyms: [one]\nrules: []\nsuggestions: {recent: {size: 5}}\n",
    );
    expect(ok).toBe(false);
    const told = lines.filter((line) => /^(done|refused|not done)/.test(line));
    expect(told[0]).toBe("done      settings: results");
    expect(told[1]).toMatch(
      /^refused {3}synonyms: 1 added: PUT \/_synonym\/shoes answered 400: synonym 1: synonym must be words between commas/,
    );
    expect(told.at(-1)).toBe("not done  suggestions: recent");
  });

  test("nothing is done where the server lets nobody in, has no such index, or a rule of that name for others too", async () => {
    const stranger = openServer({ url: there.url, username: "admin", password: "wrong" });
    await expect(imported(file, { callServer: stranger })).rejects.toThrow(/answered 401/);
    await expect(
      imported(file, { callServer: openServer({ url: "http://127.0.0.1:1", username: "a", password: "b" }) }),
    ).rejects.toThrow("cannot be reached");
    const { ok, lines } = await imported(file, { index: "nowhere" });
    expect([ok, lines.some((line) => line.startsWith("done"))]).toEqual([false, false]);
    const shared = file.replace("name: last", "name: of two");
    await expect(imported(shared, { server: here })).rejects.toThrow(
      "The rule of two on the server is for other indices too",
    );
  });

  test("two rules of one name on the server are told, not mixed up", async () => {
    await there.call("POST", "/_rule", rule("twice", "'hats' in $index"));
    await there.call("POST", "/_rule", rule("twice", "'hats' in $index"));
    await expect(exported(there, "hats")).rejects.toThrow("two rules for hats that are called twice");
  });
});

const HEAD = "version: 1\nindex: shoes\n";
const RULE =
  "name: a\n    trigger: {type: always, expression: \"'shoes' in $index\"}\n    actions: [{type: remove_words, data: [a]}]\n";

describe("a file that is refused", () => {
  test.each([
    ["another version", "version: 2\nindex: shoes\n", /^line 1: version must be 1/],
    ["no version", "index: shoes\n", /^line 1: version must be 1/],
    ["no index", "version: 1\n", /^line 1: index/],
    ["a pattern", "version: 1\nindex: sh*\n", /^line 2: index must be the name of one index$/],
    ["a quotation in the name", `version: 1\nindex: "a' or 'b"\n`, /index must be the name of one index$/],
    ["an unknown part", `${HEAD}colours: {}\n`, /^line 3: colours is not known$/],
    ["an unknown section", `${HEAD}settings:\n  serach: {}\n`, /^line 4: settings\.serach is not known$/],
    [
      "an unknown setting",
      `${HEAD}settings:\n  search:\n    size: 3\n`,
      /^line 5: settings\.search\.size is not known$/,
    ],
    [
      "a wrong type",
      `${HEAD}settings:\n  results:\n    size: ten\n`,
      /^line 5: settings\.results\.size must be: number/,
    ],
    ["an id", `${HEAD}rules:\n  - id: x\n    ${RULE}`, /^line 4: rules\[0\]\.id is not known$/],
    ["rules of one name", `${HEAD}rules:\n  - ${RULE}  - ${RULE}`, /rules\[1\]\.name is that of another rule/],
    [
      "a rule of another index",
      `${HEAD}rules:\n  - ${RULE.replace("'shoes'", "'hats'")}`,
      /rules\[0\]\.trigger is not for the index shoes alone/,
    ],
    [
      "a rule of all indices",
      `${HEAD}rules:\n  - ${RULE.replace("'shoes'", "'*'")}`,
      /is not for the index shoes alone/,
    ],
    [
      "a rule beside or",
      `${HEAD}rules:\n  - ${RULE.replace("$index", "$index or $query == 'a'")}`,
      /is not for the index shoes alone/,
    ],
    [
      "an unknown action",
      `${HEAD}rules:\n  - ${RULE.replace("remove_words", "explode")}`,
      /rules\[0\]\.actions\[0\]\.type/,
    ],
    [
      "a script that lacks",
      `${HEAD}rules:\n  - ${RULE.replace("remove_words", "script")}`,
      /actions\[0\] has no script/,
    ],
    ["a synonym of two lines", `${HEAD}synonyms: ["a,b\\nc,d"]\n`, /synonyms\[0\] must be one line/],
    ["a member twice", `${HEAD}synonyms: []\nsynonyms: []\n`, /^line 4: synonyms stands there twice$/],
    ["an alias", `${HEAD}synonyms: &a [x]\nrules: *a\n`, /aliases \(\*\) are not read/],
    [
      "a bomb of aliases",
      `a: &a [x,x]\n${"bcdefghij".replace(/./g, (n, at: number) => `${n}: &${n} [*${"abcdefghi"[at]},*${"abcdefghi"[at]}]\n`)}`,
      /aliases/,
    ],
    ["a tag", `${HEAD}synonyms: !!js/function x\n`, /^line 3: /],
    ["two documents", `${HEAD}---\n${HEAD}`, /^line 3: /],
    ["a prototype", `${HEAD}__proto__: {a: 1}\n`, /^line 3: __proto__ is not known$/],
    [
      "a number of many digits",
      `${HEAD}rules:\n  - ${RULE.replace("[a]", "12345678901234567890")}`,
      /more digits than can be kept/,
    ],
    ["depth", `${HEAD}synonyms: ${"[".repeat(5_000)}${"]".repeat(5_000)}\n`, /too deep|deeper than/],
    ["depth that would end the process", `${HEAD}synonyms: ${"[".repeat(1_000_000)}`, /too deep/],
    ["depth of lists in lists", "- ".repeat(1_000_000), /too deep/],
    [
      "thirty thousand names",
      `${HEAD}${Array.from({ length: 30_000 }, (_, at) => `a${at}: 1\n`).join("")}`,
      /^line 3: a0 is not known$/,
    ],
    ["size", `${HEAD}${"# \n".repeat(2_000_000)}`, /larger than 2 MB/],
    ["nothing", "", /the file/],
    ["no YAML", "{", /^line/],
  ])("%s", (_what, text, message) => {
    const started = performance.now();
    expect(() => readBundle(text)).toThrow(message);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe("the command line", () => {
  test("is read", () => {
    expect(readArguments(["--to", "http://a/", "--file", "-", "--dry-run", "--parts", "rules,settings"])).toEqual({
      direction: "to",
      url: "http://a",
      file: "-",
      index: undefined,
      parts: ["settings", "rules"],
      dryRun: true,
    });
    expect(readArguments(["--help"])).toBeUndefined();
  });

  test.each([
    ["--file", "x"],
    ["--to", "http://a", "--from", "http://a", "--file", "x"],
    ["--to", "http://a"],
    ["--from", "http://a", "--file", "x"],
    ["--to", "http://u:p@a", "--file", "x"],
    ["--to", "ftp://a", "--file", "x"],
    ["--to", "http://a", "--file", "x", "--index", "a,b"],
    ["--to", "http://a", "--file", "x", "--parts", "words"],
    ["--to", "http://a", "--file", "x", "--password", "p"],
  ])("%s %s %s %s %s %s is refused", (...args) => {
    expect(() => readArguments(args)).toThrow(UsageError);
  });
});

import { afterAll, beforeEach, expect, it } from "vitest";
import type { loader as changePage } from "~/routes/data/changes/change";
import type { loader as changesPage } from "~/routes/data/changes/list";
import type { loader as undoPage } from "~/routes/data/changes/undo";
import type { loader as rulePage } from "~/routes/search-relevance/rules/rule";
import type { loader as reviewPage } from "~/routes/search-relevance/settings/review";
import type { loader as versionPage } from "~/routes/search-relevance/settings/version";
import type { loader as versionsPage } from "~/routes/search-relevance/settings/versions";
import { takeFlash } from "~/sessions.server";
import { openGate, startTestBackend, type TestBackend } from "../../setup/backend";
import { consoleRequest, cookiesOf } from "../../setup/console";
import { type As, type Behind, openScreen } from "../../setup/open-screen";

// Publish, undo, versions and changes tell one story: what was published together is taken back together, and the
// version that is live is one whose settings, synonyms and rules all are.

let backend: TestBackend;
const at = "movies";
const FILMS = ["Batman", "Dark Knight", "Science fiction double feature", "Alien"];
const servers: TestBackend[] = [];

beforeEach(async () => {
  backend = await startTestBackend();
  servers.push(backend);
  for (const [id, title] of FILMS.entries()) await backend.call("PUT", `/${at}/_doc/${id}?refresh=true`, { title });
  await backend.call("PUT", `/_searchrelevancy/${at}`, { search: { dataField: ["title"], fieldWeights: ["1"] } });
}, 60_000);
afterAll(() => Promise.all(servers.map((one) => one.close())));

type Form = Record<string, string>;
function openOf({ env = {}, as, behind = backend }: { env?: Form; as?: As; behind?: Behind } = {}) {
  return <Loader extends (args: never) => unknown = () => unknown>(path: string, form?: Form) =>
    openScreen<Loader>(path, { backend: behind, env, at, ...(as && { as }), ...(form ? { form } : {}) });
}
type Open = ReturnType<typeof openOf>;
type Answer = { response: Response | undefined };

const locationOf = ({ response }: Answer) => (response?.headers.get("Location") ?? "").replace(`/app/${at}/`, "");
const undoOf = ({ response }: Answer) =>
  takeFlash(consoleRequest("/", { cookie: cookiesOf(response?.headers ?? new Headers()) })).flash?.undo ?? "";

const RULE = {
  ...{ intent: "take-rule", then: "to-draft", name: "Batman", enabled: "on", trigger: "filter", indices: at },
  ...{ operator: "==", query: "batman", description: "", version: "", "hide[0]": "0", cards: "hide_result" },
};
const SEARCH = {
  ...{ intent: "save-draft", queryType: "default", queryFormat: "or", fuzziness: "0", distinctField: "" },
  ...{ synonyms: "on", enableNgram: "on", "weights[0].field": "title", "weights[0].value": "4" },
};

async function publish(open: Open, note: string) {
  const { data } = await open<typeof reviewPage>("search/review");
  const version = data && "version" in data ? data.version : "";
  return open("search/review", { intent: "deploy", version, note });
}

async function addGroup(open: Open, form: Form = { to: "add-to-draft" }) {
  const review = locationOf(await open("synonyms/new", { intent: "add-synonyms", groups: "sci-fi, science fiction" }));
  return open(review, { intent: "save-synonyms", ...form });
}

/** A weight, a group and a rule, published in one step; gives the id of its undo. */
async function published(open: Open): Promise<string> {
  await open("search", SEARCH);
  await addGroup(open);
  expect((await open("/cluster/rules/new", RULE)).errors).toEqual({});
  const answer = await publish(open, "All three");
  expect(answer.flash).toBe("Published. It applies to the next search.");
  return undoOf(answer);
}

/** What searches find now, and the weight of the title. */
async function now() {
  const find = async (value: string) => {
    const { body } = await backend.call("POST", `/${at}/_reactivesearch`, { query: [{ id: "r", value }] });
    return (body as { r: { hits: { hits: { _id: string }[] } } }).r.hits.hits.map(({ _id }) => _id);
  };
  const { body } = await backend.call("GET", `/_searchrelevancy/${at}`);
  const [weight] = (body as { search: { fieldWeights: (string | number)[] } }).search.fieldWeights;
  return { batman: await find("batman"), scifi: await find("sci-fi"), weight: Number(weight) };
}
const BEFORE = { batman: ["0"], scifi: [], weight: 1 };
const AFTER = { batman: [], scifi: ["2"], weight: 4 };

async function versions(open: Open) {
  const { data } = await open<typeof versionsPage>("search/versions");
  return data ?? undefined;
}
const liveOf = async (open: Open) => (await versions(open))?.rows.find(({ live }) => live)?.number ?? null;
const versionOf = async (open: Open, number: number) =>
  (await open<typeof versionPage>(`search/versions/${number}`)).data ?? undefined;
const partsOf = async (open: Open, id: string) => (await open<typeof undoPage>(`changes/${id}/undo`)).data;
const changesOf = async (open: Open) => (await open<typeof changesPage>("changes")).data?.rows ?? [];

it("takes back settings, synonyms and rules from whichever change one opens, and versions agree", async () => {
  const open = openOf();
  expect(await now()).toEqual(BEFORE);
  const id = await published(open);
  expect(await now()).toEqual(AFTER);
  expect(await liveOf(open)).toBe(2);
  const listed = await changesOf(open);
  expect(listed.map(({ title, resource }) => [title, resource])).toEqual([
    ["Created rule", "Batman"],
    ["Updated synonyms", at],
    ["Published relevance settings", at],
  ]);
  // The green bar and each of the entries lead to the same undo.
  for (const one of [id, ...listed.map((row) => row.id)])
    expect((await partsOf(open, one))?.parts.map(({ row, plan }) => [row.title, plan?.ready])).toEqual([
      ["Created rule", true],
      ["Updated synonyms", true],
      ["Published relevance settings", true],
    ]);
  const [rule, groups, settings] = (await partsOf(open, id))?.parts ?? [];
  expect(rule).toMatchObject({ absent: "Deleted", then: null });
  expect(groups?.values).toMatchObject([{ old: "sci-fi = science fiction", new: "Not there" }]);
  expect(settings?.values).toMatchObject([{ setting: "Weight of", field: "title", old: "4", new: "1" }]);
  const page = await open<typeof changePage>(`changes/${listed[2]?.id ?? ""}`);
  expect(page.data?.together.map(({ title }) => title)).toEqual(["Updated synonyms", "Created rule"]);

  const undone = await open(`changes/${listed[2]?.id ?? ""}/undo`, { intent: "undo-change" });
  expect(undone.flash).toMatch(/rule Batman.*Restored synonyms of movies\. Restored relevance settings of movies\./);
  expect(await now()).toEqual(BEFORE);
  expect(await liveOf(open)).toBe(1);
  expect(await versionOf(open, 1)).toMatchObject({ live: true, fromLive: [] });
  expect(await versionOf(open, 2)).toMatchObject({ live: false });
  expect((await versionOf(open, 2))?.fromLive.map(({ group }) => group)).toEqual(
    expect.arrayContaining(["Search", "Synonyms", "Rules"]),
  );
  expect((await open(`changes/${id}/undo`, { intent: "undo-change" })).flash).toMatch(/^Not undone/);

  // The undo is one step too, and the rule that comes back with another id is the same one to the versions.
  const [last] = await changesOf(open);
  expect((await partsOf(open, last?.id ?? ""))?.parts).toHaveLength(3);
  await open(`changes/${last?.id ?? ""}/undo`, { intent: "undo-change" });
  expect(await now()).toEqual(AFTER);
  expect(await liveOf(open)).toBe(2);
  expect(await versionOf(open, 2)).toMatchObject({ live: true, fromLive: [] });
});

it("restores the version before by a publish, whose undo brings the rule back", async () => {
  const open = openOf();
  await published(open);
  await open("search/versions/1", { intent: "return-to-version" });
  const back = await publish(open, "Back");
  expect(await now()).toEqual(BEFORE);
  expect([await liveOf(open), (await versionOf(open, 1))?.fromLive]).toEqual([3, []]);
  await open(`changes/${undoOf(back)}/undo`, { intent: "undo-change" });
  expect(await now()).toEqual(AFTER);
  expect(await liveOf(open)).toBe(2);
  expect((await versionOf(open, 2))?.fromLive).toEqual([]);
  expect((await versionOf(open, 3))?.fromLive).not.toEqual([]);
});

it("undoes nothing where somebody changed a part meanwhile, and leads to that change", async () => {
  const env = {};
  const open = openOf({ env });
  const id = await published(open);
  const all = (await backend.call("GET", "/_rules")).body as { id: string; name: string }[];
  const rule = all.find(({ name }) => name === "Batman")?.id ?? "";
  // Somebody else switches the rule off.
  const other = openOf({ env, as: { actions: ["develop", "search-relevancy"] } });
  expect(
    (await other("/cluster/rules", { intent: "switch-rule", id: rule, name: "Batman", enabled: "false" })).status,
  ).toBe(302);
  const page = await partsOf(open, id);
  const [changed, ...others] = page?.parts ?? [];
  expect(changed).toMatchObject({
    plan: { ready: false, note: expect.stringContaining("changed since") },
    since: { person: expect.stringMatching(/^opener-/) },
  });
  expect(others.map(({ plan }) => plan?.ready)).toEqual([true, true]);
  expect((await open(`changes/${id}/undo`, { intent: "undo-change" })).flash).toMatch(/^Not undone/);
  expect(await now()).toEqual({ ...AFTER, batman: BEFORE.batman });
  // No version has the rule switched off.
  expect(await versions(open)).toMatchObject({ elsewhere: { change: { id: changed?.since?.id ?? "" } } });
  expect(await liveOf(open)).toBeNull();
  expect(await versionOf(open, 2)).toMatchObject({ live: false, fromLive: [{ group: "Rules", field: "Batman" }] });
  // The next publish says first what was found.
  await addGroupTo(open, "alien, xenomorph");
  await publish(open, "More");
  expect((await versions(open))?.rows.map(({ number, note, live }) => [number, note, live])).toEqual([
    [4, "More", true],
    [3, "Changed outside of publishing", false],
    [2, "All three", false],
    [1, "As it was found", false],
  ]);
});

async function addGroupTo(open: Open, groups: string) {
  const review = locationOf(await open("synonyms/new", { intent: "add-synonyms", groups }));
  return open(review, { intent: "save-synonyms", to: "add-to-draft" });
}

it("is undone by a second person with the rights, and by nobody without, once", async () => {
  const env = {};
  const open = openOf({ env });
  const id = await published(open);
  const undo = { intent: "undo-change" };
  for (const as of [{ actions: ["develop"] }, { actions: ["develop", "search-relevancy"], indices: ["elsewhere"] }])
    expect((await openOf({ env, as })(`changes/${id}/undo`, undo)).status).toBeGreaterThanOrEqual(400);
  expect(await now()).toEqual(AFTER);
  const second = openOf({ env, as: { actions: ["develop", "search-relevancy"] } });
  expect((await second(`changes/${id}/undo`, undo)).flash).toMatch(/Restored relevance settings of movies\./);
  expect(await now()).toEqual(BEFORE);
  expect((await open(`changes/${id}/undo`, undo)).flash).toMatch(/^Not undone/);
  expect([await liveOf(open), await liveOf(second)]).toEqual([1, 1]);
});

it("says what was taken back and what was not where the server fails in its midst, and goes on later", async () => {
  const gate = await openGate(backend.url);
  const { username, password } = backend;
  const open = openOf({ behind: { url: gate.url, username, password } });
  const id = await published(open);
  gate.decide((path, _bulk, { method }) =>
    path.startsWith("/_searchrelevancy/") && method === "PUT"
      ? { status: 500, body: '{"error":{"message":"no room"}}' }
      : "pass",
  );
  const half = await open(`changes/${id}/undo`, { intent: "undo-change" });
  expect(half.flash).toMatch(
    /^Undone in part\. .*rule Batman.*synonyms of movies\. Not undone: relevance settings movies\./,
  );
  expect(await now()).toEqual({ ...BEFORE, weight: 4 });
  expect(locationOf(half)).toBe(`changes/${id}/undo`);
  expect(await versions(open)).toMatchObject({ elsewhere: {} });
  expect(await liveOf(open)).toBeNull();
  gate.decide(() => "pass");
  const page = await partsOf(open, id);
  expect([page?.parts.map(({ row }) => row.title), page?.undone]).toEqual([["Published relevance settings"], 2]);
  await open(`changes/${id}/undo`, { intent: "undo-change" });
  expect(await now()).toEqual(BEFORE);
  expect(await liveOf(open)).toBe(1);
  await gate.close();
});

it("makes a version of synonyms and of a rule that are published by themselves", async () => {
  const open = openOf();
  const groups = await addGroup(open, {});
  expect(groups.flash).toMatch(/^Synonyms published/);
  const made = await open<typeof rulePage>("/cluster/rules/new", { ...RULE, then: "save" });
  expect(made.errors).toEqual({});
  const rows = async () => (await versions(open))?.rows.map(({ number, note, live }) => [number, note, live]);
  expect(await rows()).toEqual([
    [3, "Rule Batman created", true],
    [2, "Synonyms published", false],
    [1, "As it was found", false],
  ]);
  expect(await versionOf(open, 2)).toMatchObject({ live: false, fromLive: [{ group: "Rules", field: "Batman" }] });
  // A rule of one index is among the changes of that index.
  expect((await changesOf(open)).map(({ title }) => title)).toEqual(["Created rule", "Added synonyms"]);
  await open(`changes/${undoOf(groups)}/undo`, { intent: "undo-change" });
  expect(await liveOf(open)).toBeNull();
  await open(`/cluster/changes/${undoOf(made)}/undo`, { intent: "undo-change" });
  expect(await liveOf(open)).toBe(1);
  expect(await versionOf(open, 1)).toMatchObject({ live: true, fromLive: [] });
  expect(await now()).toEqual(BEFORE);
  // Another program saves settings: the undos before it are not the change that is looked for.
  await backend.call("PUT", `/_searchrelevancy/${at}`, { search: { dataField: ["title"], fieldWeights: ["7"] } });
  expect((await versions(open))?.elsewhere).toEqual({ change: null });
});

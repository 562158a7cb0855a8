import { afterAll, beforeAll, expect, it } from "vitest";
import type { loader as noResultsPage } from "~/routes/analytics/no-results-searches";
import type { loader as undoPage } from "~/routes/data/changes/undo";
import type { loader as previewPage } from "~/routes/data/search-preview/search-preview";
import type { loader as rulesPage } from "~/routes/search-relevance/rules/list";
import type { loader as rulePage } from "~/routes/search-relevance/rules/rule";
import type { loader as listPage } from "~/routes/search-relevance/synonyms/list";
import type { loader as synonymsReview } from "~/routes/search-relevance/synonyms/review";
import type { loader as reviewPage } from "~/routes/search-relevance/settings/review";
import type { loader as versionsPage } from "~/routes/search-relevance/settings/versions";
import { openGate, startTestBackend, type TestBackend } from "../../setup/backend";
import { consoleRequest, cookiesOf } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";
import { takeFlash } from "~/sessions.server";

// Weights, synonyms and rules wait in one draft of an index: tried together, published in one step, undone in one.

let backend: TestBackend;
const at = "movies";
const FILMS = ["Batman", "Dark Knight", "Science fiction double feature", "Alien"];

beforeAll(async () => {
  backend = await startTestBackend();
  for (const [id, title] of FILMS.entries()) await backend.call("PUT", `/${at}/_doc/${id}?refresh=true`, { title });
  await backend.call("PUT", `/_searchrelevancy/${at}`, { search: { dataField: ["title"], fieldWeights: ["1"] } });
}, 60_000);
afterAll(() => backend.close());

type Env = Record<string, string>;
const screen =
  (env: Env) =>
  <Loader extends (args: never) => unknown = () => unknown>(path: string, form?: Record<string, string>) =>
    openScreen<Loader>(path, { backend, env, at, ...(form ? { form } : {}) });
const locationOf = ({ response }: { response: Response | undefined }) =>
  (response?.headers.get("Location") ?? "").replace(`/app/${at}/`, "");

/** The change, or the changes, that the message of an answer offers to undo. */
const undoOf = ({ response }: { response: Response | undefined }) =>
  takeFlash(consoleRequest("/", { cookie: cookiesOf(response?.headers ?? new Headers()) })).flash?.undo ?? "";

async function live(value: string): Promise<string[]> {
  const { body } = await backend.call("POST", `/${at}/_reactivesearch`, { query: [{ id: "r", value }] });
  const { r } = body as {
    r: { hits: { hits: { _id: string }[] }; promoted?: { doc: { _id: string } }[] };
  };
  return [...(r.promoted ?? []).map(({ doc }) => doc._id), ...r.hits.hits.map(({ _id }) => _id)];
}

const RULE = {
  intent: "take-rule",
  then: "to-draft",
  name: "Batman",
  enabled: "on",
  trigger: "filter",
  indices: at,
  operator: "==",
  query: "batman",
  description: "",
  version: "",
  "hide[0]": "0",
  cards: "hide_result",
};

/** A group and a rule that hides Batman, in the draft of a console of its own. */
async function drafted(env: Env, groups = "sci-fi, science fiction") {
  const open = screen(env);
  const review = locationOf(await open("synonyms/new", { intent: "add-synonyms", groups }));
  const shown = await open<typeof synonymsReview>(`${review}&q=sci-fi`);
  const added = await open(review, { intent: "save-synonyms", to: "add-to-draft" });
  return { open, shown: shown.data?.review, added };
}

type Open = ReturnType<typeof screen>;
const liveOf = async (open: Open): Promise<number | null> =>
  (await open<typeof versionsPage>("search/versions")).data?.rows.find((row) => row.live)?.number ?? null;
async function publish(open: Open, note: string): Promise<void> {
  const { data } = await open<typeof reviewPage>("search/review");
  const version = data && "version" in data ? data.version : "";
  expect((await open("search/review", { intent: "deploy", version, note })).flash).toMatch(/^Published\./);
}

it("takes groups that are tried before and after, and shows them in the list as they wait", async () => {
  const { open, shown, added } = await drafted({});
  expect(shown?.tried).toMatchObject({
    live: { kind: "hits", total: 0 },
    draft: { kind: "hits", total: 1, hits: [{ id: "2", title: FILMS[2] }] },
  });
  expect([locationOf(added), added.flash]).toEqual(["search/review", "Added to your draft. Nothing is published yet."]);
  const { data } = await open<typeof listPage>("synonyms");
  expect(data?.list).toMatchObject({
    rows: [{ expression: "sci-fi,science fiction", waits: "new" }],
    draft: { total: 1, text: expect.stringContaining("Synonyms") },
  });
  expect(await live("sci-fi")).toEqual([]);
  const tried = await open<typeof previewPage>("search-preview?q=sci-fi&with=draft");
  expect(tried.data?.preview?.results).toMatchObject({ kind: "hits", total: 1 });
});

it("publishes groups and rules in one step, as one version, and one undo takes all of it back", async () => {
  const { open } = await drafted({});
  const form = await open<typeof rulePage>("/cluster/rules/new", RULE);
  expect(form.errors).toEqual({});
  expect(locationOf(form)).toBe("search/review");
  const { data } = await open<typeof reviewPage>("search/review");
  const review = data && "changes" in data ? data : undefined;
  expect(review?.changes.map(({ group, new: now }) => [group, now])).toEqual([
    ["Synonyms", "sci-fi = science fiction"],
    ["Rules", "New rule"],
  ]);
  expect(review?.rules).toEqual([{ name: "Batman", others: [] }]);
  expect([await live("batman"), await live("sci-fi")]).toEqual([["0"], []]);

  const published = await open("search/review", { intent: "deploy", version: review?.version ?? "", note: "Both" });
  expect(published.flash).toBe("Published. It applies to the next search.");
  expect([await live("batman"), await live("sci-fi")]).toEqual([[], ["2"]]);
  const versions = await open<typeof versionsPage>("search/versions");
  expect(JSON.stringify(versions.data)).toContain("Both");
  expect((await open<typeof reviewPage>("search/review")).data?.state).toBe("none");

  const undo = `changes/${undoOf(published)}/undo`;
  const page = await open<typeof undoPage>(undo);
  expect(page.data?.parts.map(({ plan }) => plan?.ready)).toEqual([true, true]);
  const undone = await open(undo, { intent: "undo-change" });
  expect(undone.flash).toMatch(/rule Batman.*Restored synonyms of movies\./);
  expect([await live("batman"), await live("sci-fi")]).toEqual([["0"], []]);
  expect((await open(undo, { intent: "undo-change" })).flash).toMatch(/^Not undone/);
  // What is live is the version before, though the settings of both are the same.
  const rows = (await open<typeof versionsPage>("search/versions")).data?.rows ?? [];
  expect(rows.map((row) => [row.note, row.live])).toEqual([
    ["Both", false],
    ["As it was found", true],
  ]);
});

it("goes back to a version from before groups were published", async () => {
  const { open } = await drafted({});
  await publish(open, "First");
  const first = await liveOf(open);
  const more = locationOf(await open("synonyms/new", { intent: "add-synonyms", groups: "knight, cavalier" }));
  await open(more, { intent: "save-synonyms", to: "add-to-draft" });
  await publish(open, "Second");
  expect([await live("cavalier"), (await liveOf(open)) === first]).toEqual([["1"], false]);
  await open(`search/versions/${String(first)}`, { intent: "return-to-version" });
  const { data } = await open<typeof reviewPage>("search/review");
  expect(data).toMatchObject({ changes: [{ group: "Synonyms", old: "knight = cavalier", new: "Not set" }] });
  await publish(open, "Back");
  expect([await live("cavalier"), await live("sci-fi")]).toEqual([[], ["2"]]);
  await backend.call("DELETE", `/_synonyms/${at}`);
});

it("shows what somebody else changed meanwhile, keeps the rest, and publishes nothing over it", async () => {
  const { open } = await drafted({});
  await backend.call("PUT", `/_synonym/${at}`, [{ _id: "knights", type: "equivalent", synonym: "knight,cavalier" }]);
  const review = locationOf(
    await open("synonyms/knights/edit", {
      intent: "set-group",
      type: "equivalent",
      words: "knight, cavalier, chevalier",
    }),
  );
  expect((await open(review, { intent: "save-synonyms" })).flash).toMatch(/^Added to your draft/);
  await backend.call("PUT", `/_synonym/${at}`, [{ _id: "knights", type: "equivalent", synonym: "knight,rider" }]);
  const { data } = await open<typeof reviewPage>("search/review");
  expect(data).toMatchObject({
    state: "changed",
    theirs: [{ group: "Synonyms", old: "knight = cavalier", new: "knight = rider" }],
    kept: 1,
  });
  const version = data && "version" in data ? data.version : "";
  expect((await open("search/review", { intent: "deploy", version, note: "" })).flash).toMatch(/^Not published/);
  await open("search/review", { intent: "keep-other-changes", version });
  expect((await open<typeof reviewPage>("search/review")).data).toMatchObject({
    state: "ready",
    changes: [{ group: "Synonyms", new: "sci-fi = science fiction" }],
  });
  await backend.call("DELETE", `/_synonyms/${at}`);
});

it("leaves what failed in the draft, and says what was published", async () => {
  const env = {};
  await drafted(env);
  const gate = await openGate(backend.url);
  const { username, password } = backend;
  const behind = { url: gate.url, username, password };
  const open = <Loader extends (args: never) => unknown = () => unknown>(path: string, form?: Record<string, string>) =>
    openScreen<Loader>(path, { backend: behind, env, at, ...(form ? { form } : {}) });
  // The drafts of one server are not those of another.
  const review = locationOf(await open("synonyms/new", { intent: "add-synonyms", groups: "sci-fi, science fiction" }));
  await open(review, { intent: "save-synonyms", to: "add-to-draft" });
  expect((await open("/cluster/rules/new", RULE)).errors).toEqual({});
  gate.decide((path, _bulk, { method }) =>
    path === "/_rule" && method === "POST" ? { status: 500, body: '{"error":{"message":"no room"}}' } : "pass",
  );
  const { data } = await open<typeof reviewPage>("search/review");
  const version = data && "version" in data ? data.version : "";
  const failed = await open("search/review", { intent: "deploy", version, note: "" });
  expect(failed.flash).toMatch(/^Published in part.*They wait in your draft\.$/);
  expect([await live("sci-fi"), await live("batman")]).toEqual([["2"], ["0"]]);
  expect((await open<typeof reviewPage>("search/review")).data).toMatchObject({
    state: "ready",
    changes: [{ group: "Rules" }],
  });
  await gate.close();
});

it("shows in the list of rules what waits of them", async () => {
  const { open } = await drafted({}, "gothic, batman");
  await open("/cluster/rules/new", { ...RULE, name: "Waits" });
  const kept = {
    name: "Kept",
    trigger: { type: "filter", expression: `'${at}' in $index and $query == 'kept'` },
    actions: [{ type: "custom_data", data: '{"banner":"kept"}' }],
  };
  const { id } = (await backend.call("POST", "/_rule", kept)).body as { id: string };
  expect(id).toBeDefined();
  const form = await open<typeof rulePage>(`/cluster/rules/${id}`);
  const version = form.data?.page.version ?? "";
  expect((await open(`/cluster/rules/${id}`, { ...RULE, name: "Changed", version })).errors).toEqual({});
  const listed = (await open<typeof rulesPage>(`/cluster/rules?index=${at}`)).data?.list;
  expect(listed?.waiting).toEqual([{ index: at, count: 1 }]);
  expect(listed?.rows.find((one) => one.id === id)?.waits).toEqual({ what: "changed", index: at });
  expect((await open<typeof rulesPage>("/cluster/rules?index=elsewhere")).data?.list?.waiting).toEqual([]);
  await backend.call("DELETE", `/_rule/${id}`);
});

it("is counted among what mends searches without results", async () => {
  for (const query of ["xenomorph", "zzz"])
    await backend.call("PUT", `/${at}/_analytics/search`, { query, user_id: "u", total_hits: 0 });
  await backend.call("POST", "/.analytics/_refresh");
  const nearOf = async (open: Open) => {
    const fixes = (await open<typeof noResultsPage>("no-results-searches")).data?.fixes;
    const near = fixes && ("later" in fixes.near ? await fixes.near.later : fixes.near);
    return near?.ok ? near.value : {};
  };
  const { open } = await drafted({}, "xenomorph, alien");
  expect(await nearOf(open)).toMatchObject({ xenomorph: { results: 0, inDraft: 1 }, zzz: { results: 0, inDraft: 0 } });
});

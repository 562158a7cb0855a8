import { afterAll, beforeAll, expect, it } from "vitest";
import type { loader as changesPage } from "~/routes/data/changes/list";
import type { loader as undoPage } from "~/routes/data/changes/undo";
import type { loader as applyPage } from "~/routes/search-relevance/synonyms/apply";
import type { loader as editPage } from "~/routes/search-relevance/synonyms/edit";
import type { loader as listPage } from "~/routes/search-relevance/synonyms/list";
import type { loader as newPage } from "~/routes/search-relevance/synonyms/new";
import type { loader as reviewPage } from "~/routes/search-relevance/synonyms/review";
import { openGate, startTestBackend, type TestBackend } from "../../setup/backend";
import { playServer, searchServer } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";

let backend: TestBackend;
const env = {};
beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", "/shoes/_doc/1?refresh=true", { name: "Red sneaker" });
});
afterAll(() => backend.close());

const open = <Loader extends (args: never) => unknown = () => unknown>(path: string, form?: Record<string, string>) =>
  openScreen<Loader>(path, { backend, env, at: "shoes", ...(form ? { form } : {}) });
const locationOf = ({ response }: { response: Response | undefined }) =>
  (response?.headers.get("Location") ?? "").replace("/app/shoes/", "");
const kept = async () =>
  ((await backend.call("GET", "/_synonyms/shoes")).body as { synonym: string }[]).map(({ synonym }) => synonym);

/** Saves what is typed by way of the review. */
const save = (path: string, groups: string) => sent(path, { intent: "add-synonyms", groups });

async function sent(path: string, form: Record<string, string>) {
  const review = locationOf(await open(path, form));
  const { data } = await open<typeof reviewPage>(review);
  const saved = await open(review, { intent: "save-synonyms" });
  return { review: data?.review, flash: saved.flash, errors: saved.errors };
}

const apply = async () => {
  const { data } = await open<typeof applyPage>("synonyms/apply");
  return open("synonyms/apply", { intent: "apply-synonyms", version: data?.version ?? "" });
};

/** The page of the undo of the last change, and what its form does. */
async function lastUndo() {
  const [row] = (await open<typeof changesPage>("changes")).data?.rows ?? [];
  const path = `changes/${row?.id ?? ""}/undo`;
  return {
    title: row?.title,
    page: (await open<typeof undoPage>(path)).data?.parts[0]?.plan,
    undo: () => open(path, { intent: "undo-change" }),
  };
}

it("adds groups, merges those that share words, and says what is in use", async () => {
  expect((await save("synonyms/new", "Sneaker, trainer\ntv => television")).flash).toMatch(/published/);
  const again = await save("synonyms/new", "trainer, running shoe\ntv => television");
  expect(again.review).toMatchObject({ merged: { count: 1 }, unchanged: 1, added: { count: 0 } });
  expect(await kept()).toEqual(["sneaker,trainer,running shoe", "tv => television"]);
  const { data } = await open<typeof listPage>("synonyms?type=one-way");
  expect(data?.list).toMatchObject({
    all: 2,
    total: 1,
    rows: [{ expression: "tv => television" }],
    use: { ok: true, value: { missing: 2, extra: 0 } },
  });
  expect((await save("synonyms/new", "tv => television")).errors[""]).toEqual([
    expect.stringMatching(/nothing to save/),
  ]);
});

it("applies them: searches find by them, and the index is open again", async () => {
  const page = await open<typeof applyPage>("synonyms/apply");
  expect(page.data).toMatchObject({
    count: 2,
    use: { missing: 2, closed: false },
    request: { method: "PUT", path: "/shoes/_settings" },
  });
  expect((await apply()).flash).toBe("Synonyms published: 2 groups.");
  expect((await open<typeof listPage>("synonyms")).data?.list?.use).toMatchObject({
    value: { missing: 0, extra: 0, closed: false },
  });
  const found = await backend.call("POST", "/shoes/_search", { query: { match: { "name.synonyms": "trainer" } } });
  expect(found.body).toMatchObject({ hits: { total: { value: 1 } } });
});

const used = async () => {
  const { body } = await backend.call("GET", "/shoes/_settings?flat_settings=true");
  const [found] = Object.values(body as Record<string, { settings: Record<string, unknown> }>);
  return found?.settings["index.analysis.filter.synonym_graph.synonyms"];
};
const finds = async (text: string) => {
  const { body } = await backend.call("POST", "/shoes/_search", { query: { match: { "name.synonyms": text } } });
  return (body as { hits: { total: { value: number } } }).hits.total.value;
};

it("takes an application back, and leaves what was applied since", async () => {
  const before = await used();
  await backend.call("PUT", "/_synonym/shoes", [{ _id: "plimsoll", type: "equivalent", synonym: "sneaker,plimsoll" }]);
  expect([(await apply()).flash, await finds("plimsoll")]).toEqual(["Synonyms published: 3 groups.", 1]);
  const { title, page, undo } = await lastUndo();
  expect([title, page?.ready, page?.note]).toEqual([
    "Published synonyms",
    true,
    expect.stringContaining("shoes is closed while"),
  ]);
  await backend.call("DELETE", "/_synonym/plimsoll");
  await apply();
  expect((await undo()).flash).toBe("Not undone. Nothing was changed.");
  expect(await finds("plimsoll")).toBe(0);

  const last = await lastUndo();
  expect((await last.undo()).flash).toBe("Restored synonyms of shoes.");
  expect([await finds("plimsoll"), await finds("trainer")]).toEqual([1, 1]);
  // What is kept stays as it is, so that the list says what differs.
  expect((await open<typeof listPage>("synonyms")).data?.list?.use).toMatchObject({
    value: { missing: 0, extra: 1, closed: false },
  });
  await apply();
  expect(await used()).toEqual(before);
});

it("takes the first application to an index back", async () => {
  const of = { backend, env, at: "bare" };
  const settings = async () => JSON.stringify((await backend.call("GET", "/bare/_settings?flat_settings=true")).body);
  await backend.call("PUT", "/bare", { mappings: { properties: { name: { type: "text" } } } });
  await backend.call("PUT", "/_synonym/bare", [{ type: "equivalent", synonym: "sofa,couch" }]);
  const { data } = await openScreen<typeof applyPage>("synonyms/apply", of);
  const applied = await openScreen("synonyms/apply", {
    ...of,
    form: { intent: "apply-synonyms", version: data?.version ?? "" },
  });
  expect(applied.flash).toBe("Synonyms published: 1 group.");
  expect(await settings()).toContain("couch");
  const [row] = (await openScreen<typeof changesPage>("changes", of)).data?.rows ?? [];
  const undone = await openScreen(`changes/${row?.id ?? ""}/undo`, { ...of, form: { intent: "undo-change" } });
  expect([undone.flash, undone.errors]).toEqual(["Restored synonyms of bare.", {}]);
  expect(await settings()).not.toContain("couch");
  expect((await backend.call("GET", "/bare/_search")).status).toBe(200);
});

it("applies nothing but what its page showed", async () => {
  const before = await used();
  const { data } = await open<typeof applyPage>("synonyms/apply");
  await backend.call("PUT", "/_synonym/shoes", [{ _id: "late", type: "equivalent", synonym: "late,tardy" }]);
  const late = () => open("synonyms/apply", { intent: "apply-synonyms", version: data?.version ?? "" });
  const refused = await late();
  expect([refused.flash, locationOf(refused)]).toEqual([
    expect.stringMatching(/^Not published: the synonyms or the settings/),
    "synonyms/apply",
  ]);
  await backend.call("DELETE", "/_synonym/late");
  await backend.call("PUT", "/shoes/_settings", { "index.refresh_interval": "7s" });
  expect((await late()).flash).toMatch(/^Not published/);
  expect(await used()).toEqual(before);
});

it("tells with a 409 where somebody saves settings in the same moment", async () => {
  const gate = await openGate(backend.url);
  // Of the form: the settings are read for the change, and looked at again right before the save.
  let asked = -Infinity;
  gate.decide(async (path): Promise<"pass"> => {
    if (path.startsWith("/shoes/_settings?") && ++asked === 2)
      await backend.call("PUT", "/shoes/_settings", { "index.refresh_interval": "8s" });
    return "pass";
  });
  const through = { backend: { ...backend, url: gate.url }, env: {}, at: "shoes" };
  const { data } = await openScreen<typeof applyPage>("synonyms/apply", through);
  asked = 0;
  const refused = await openScreen("synonyms/apply", {
    ...through,
    form: { intent: "apply-synonyms", version: data?.version ?? "" },
  });
  expect([refused.status, refused.errors[""]?.join(" ")]).toEqual([
    409,
    expect.stringMatching(/changed in the meantime/),
  ]);
  expect((await open<typeof listPage>("synonyms")).data?.list?.open).toBe(true);
  await gate.close();
});

it("offers to open an index that was left closed", async () => {
  await backend.call("POST", "/shoes/_close");
  expect((await open<typeof listPage>("synonyms")).data?.list?.open).toBe(false);
  await backend.call("POST", "/shoes/_open");
});

it("edits one and deletes one, each by its id", async () => {
  await backend.call("PUT", "/_synonym/shoes", [{ _id: "a/b", type: "equivalent", synonym: "boot,wellie" }]);
  const page = await open<typeof editPage>("synonyms/a%2Fb/edit");
  expect(page.data?.values).toEqual({ type: "equivalent", words: "boot\nwellie" });
  const group = { intent: "set-group", type: "equivalent", words: "boot, wellington" };
  expect((await sent("synonyms/a%2Fb/edit", group)).flash).toMatch(/published/);
  expect(await kept()).toContain("boot,wellington");
  expect((await open("synonyms/a%2Fb/delete", { intent: "delete" })).flash).toMatch(/deleted/);
  expect(await kept()).not.toContain("boot,wellington");
  expect((await open("synonyms/a%2Fb/edit")).status).toBe(404);
});

it("takes a group in two fields, and starts with what a link gives", async () => {
  const group = { intent: "set-group", type: "one-way", words: "Telly, box", meant: "television" };
  expect((await sent("synonyms/new", group)).flash).toMatch(/published/);
  const id = (await open<typeof listPage>("synonyms?q=telly")).data?.list?.rows[0]?.id ?? "";
  const { data } = await open<typeof editPage>(`synonyms/${id}/edit`);
  expect(data?.values).toEqual({ type: "one-way", words: "telly\nbox", meant: "television" });
  expect((await open(`synonyms/${id}/delete`, { intent: "delete" })).flash).toMatch(/deleted/);

  const begun = async (groups: string) =>
    (await open<typeof newPage>(`synonyms/new?groups=${encodeURIComponent(groups)}`)).data;
  expect(await begun("sci-fi, science fiction")).toMatchObject({
    values: { words: "sci-fi\nscience fiction" },
    many: "",
  });
  expect(await begun("sci-fi, ")).toMatchObject({ values: { words: "sci-fi" } });
  expect(await begun("a,b\nc,d")).toMatchObject({ values: { words: "" }, many: "a,b\nc,d" });
});

it.each<[Record<string, string>, object]>([
  [{ words: "alone" }, { words: [expect.stringMatching(/at least two/)] }],
  [{ words: "" }, { words: ["Enter the words."] }],
  [{ words: "a => b" }, { words: [expect.stringMatching(/choose One-way/)] }],
  [{ type: "one-way", words: "a" }, { meant: [expect.stringMatching(/also find/)] }],
])("refuses the group %j beside its field", async (typed, errors) => {
  const refused = await open("synonyms/new", { intent: "set-group", type: "equivalent", ...typed });
  expect(refused.errors).toMatchObject(errors);
});

it("tells how often the words of each group were searched", async () => {
  await backend.call("PUT", "/_synonym/shoes", [{ _id: "hot", type: "equivalent", synonym: "high top,trainer boot" }]);
  for (const value of ["red high top", "HIGH TOP", "high topping"])
    await backend.call("POST", "/shoes/_reactivesearch", {
      query: [{ id: "r", dataField: "name", value }],
      settings: { recordAnalytics: true },
    });
  await expect
    .poll(async () => (await open<typeof listPage>("synonyms")).data?.list?.searches, { timeout: 8000 })
    .toMatchObject({ ok: true, value: { hot: 2 } });
  await backend.call("DELETE", "/_synonym/hot");
});

it("deletes all by the name of the index, and takes that back", async () => {
  const before = await kept();
  expect(
    (await open("synonyms/delete-all", { intent: "delete", confirmation: "boots", count: "2" })).errors,
  ).toHaveProperty("confirmation");
  expect(
    (await open("synonyms/delete-all", { intent: "delete", confirmation: "shoes", count: "1" })).errors,
  ).toHaveProperty("");
  expect((await open("synonyms/delete-all", { intent: "delete", confirmation: "shoes", count: "2" })).flash).toMatch(
    /2 groups deleted/,
  );
  expect(await kept()).toEqual([]);
  await (await lastUndo()).undo();
  expect(await kept()).toEqual(before);
});

it("gives out a file that the upload takes", async () => {
  const { response } = await open("/resources/shoes/synonyms/file?type=equivalent");
  expect([response?.headers.get("Content-Type"), await response?.text()]).toEqual([
    "text/csv; charset=utf-8",
    "sneaker,trainer,running shoe\n",
  ]);
});

it.each([
  ["alone", ["A group needs at least two different words, as in sofa,couch."]],
  ["a,b\nalone\n#c,d", [expect.stringMatching(/^Line 2:/), expect.stringMatching(/^Line 3:/)]],
])("refuses %j beside the field", async (groups, errors) => {
  expect((await open("synonyms/new", { intent: "add-synonyms", groups })).errors["groups"]).toEqual(errors);
});

it("tells on a server without them", async () => {
  const server = await playServer(
    searchServer({
      "/_user": { body: { username: "mira", is_admin: true } },
      "/_synonyms/books": { status: 405, body: "" },
    }),
  );
  const opened = await openScreen<typeof listPage>("synonyms", {
    at: "books",
    backend: { url: server.url, username: "mira", password: "right" },
  });
  expect([opened.status, opened.data?.list]).toEqual([200, null]);
  await server.close();
});

import { afterAll, beforeAll, expect, it } from "vitest";
import type { loader as applyPage } from "~/routes/relevance/synonyms/apply";
import type { loader as listPage } from "~/routes/relevance/synonyms/list";
import type { loader as reviewPage } from "~/routes/relevance/synonyms/review";
import { startTestBackend, type TestBackend } from "../setup/backend";
import { playServer, searchServer } from "../setup/console";
import { openScreen } from "../setup/open-screen";

let backend: TestBackend;
const env = {};
beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", "/shoes/_doc/1?refresh=true", { name: "Red sneaker" });
});
afterAll(() => backend.close());

const open = <Loader extends (args: never) => unknown = () => unknown>(path: string, form?: Record<string, string>) =>
  openScreen<Loader>(path, { backend, env, at: "shoes", ...(form ? { form } : {}) });
const locationOf = ({ response }: { response: Response | undefined }) => (response?.headers.get("Location") ?? "").replace("/app/shoes/", "");
const kept = async () => ((await backend.call("GET", "/_synonyms/shoes")).body as { synonym: string }[]).map(({ synonym }) => synonym);

/** Saves what is typed by way of the review. */
async function save(path: string, groups: string) {
  const review = locationOf(await open(path, { intent: "add-synonyms", groups }));
  const { data } = await open<typeof reviewPage>(review);
  const saved = await open(review, { intent: "save-synonyms" });
  return { review: data?.review, flash: saved.flash, errors: saved.errors };
}

async function undoLast() {
  const changes = await open<(args: never) => { rows: { id: string }[] }>("changes");
  const id = JSON.stringify(changes.data).match(/"id":"(c-?[\w-]+|[\w-]{8,})"/)?.[1] ?? "";
  return open(`changes/${id}/undo`, { intent: "undo" });
}

it("adds groups, merges those that share words, and says what is in use", async () => {
  expect((await save("synonyms/new", "Sneaker, trainer\ntv => television")).flash).toMatch(/saved/);
  const again = await save("synonyms/new", "trainer, running shoe\ntv => television");
  expect(again.review).toMatchObject({ merged: { count: 1 }, unchanged: 1, added: { count: 0 } });
  expect(await kept()).toEqual(["sneaker,trainer,running shoe", "tv => television"]);
  const { data } = await open<typeof listPage>("synonyms?type=one-way");
  expect(data?.list).toMatchObject({ all: 2, total: 1, rows: [{ expression: "tv => television" }], use: { ok: true, value: { missing: 2, extra: 0 } } });
  expect((await save("synonyms/new", "tv => television")).errors[""]).toEqual([expect.stringMatching(/nothing to save/)]);
});

it("applies them: searches find by them, and the index is open again", async () => {
  const page = await open<typeof applyPage>("synonyms/apply");
  expect(page.data).toMatchObject({ count: 2, use: { missing: 2, closed: false }, request: { method: "PUT", path: "/shoes/_settings" } });
  expect((await open("synonyms/apply", { intent: "apply-synonyms" })).flash).toBe("Synonyms applied: shoes uses 2 groups.");
  expect((await open<typeof listPage>("synonyms")).data?.list?.use).toMatchObject({ value: { missing: 0, extra: 0, closed: false } });
  const found = await backend.call("POST", "/shoes/_search", { query: { match: { "name.synonyms": "trainer" } } });
  expect(found.body).toMatchObject({ hits: { total: { value: 1 } } });
});

it("offers to open an index that was left closed", async () => {
  await backend.call("POST", "/shoes/_close");
  expect((await open<typeof listPage>("synonyms")).data?.list?.open).toBe(false);
  await backend.call("POST", "/shoes/_open");
});

it("edits one and deletes one, each by its id", async () => {
  await backend.call("PUT", "/_synonym/shoes", [{ _id: "a/b", type: "equivalent", synonym: "boot,wellie" }]);
  expect((await save("synonyms/a%2Fb/edit", "boot, wellington")).flash).toMatch(/saved/);
  expect(await kept()).toContain("boot,wellington");
  const several = await open("synonyms/a%2Fb/edit", { intent: "add-synonyms", groups: "a,b\nc,d" });
  expect(several.errors["groups"]).toEqual(["Write one group only."]);
  expect((await open("synonyms/a%2Fb/delete", { intent: "delete" })).flash).toMatch(/deleted/);
  expect(await kept()).not.toContain("boot,wellington");
  expect((await open("synonyms/a%2Fb/edit")).status).toBe(404);
});

it("deletes all by the name of the index, and takes that back", async () => {
  const before = await kept();
  expect((await open("synonyms/delete-all", { intent: "delete", confirmation: "boots", count: "2" })).errors).toHaveProperty("confirmation");
  expect((await open("synonyms/delete-all", { intent: "delete", confirmation: "shoes", count: "1" })).errors).toHaveProperty("");
  expect((await open("synonyms/delete-all", { intent: "delete", confirmation: "shoes", count: "2" })).flash).toMatch(/2 groups deleted/);
  expect(await kept()).toEqual([]);
  await undoLast();
  expect(await kept()).toEqual(before);
});

it("gives out a file that the upload takes", async () => {
  const { response } = await open("/resources/shoes/synonyms/file?type=equivalent");
  expect([response?.headers.get("Content-Type"), await response?.text()]).toEqual(["text/csv; charset=utf-8", "sneaker,trainer,running shoe\n"]);
});

it.each([
  ["alone", ["A group needs at least two different words, as in sofa,couch."]],
  ["a,b\nalone\n#c,d", [expect.stringMatching(/^Line 2:/), expect.stringMatching(/^Line 3:/)]],
])("refuses %j beside the field", async (groups, errors) => {
  expect((await open("synonyms/new", { intent: "add-synonyms", groups })).errors["groups"]).toEqual(errors);
});

it("tells on a server without them", async () => {
  const server = await playServer(searchServer({ "/_user": { body: { username: "mira", is_admin: true } }, "/_synonyms/books": { status: 405, body: "" } }));
  const opened = await openScreen<typeof listPage>("synonyms", { at: "books", backend: { url: server.url, username: "mira", password: "right" } });
  expect([opened.status, opened.data?.list]).toEqual([200, null]);
  await server.close();
});

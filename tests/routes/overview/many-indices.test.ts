import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { loader } from "~/routes/indices/maintain/maintain";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";
import "../../setup/runner/matchers";

// Ticked rows of the list of indices: the page that lists them, and what becomes of each.

let backend: TestBackend;
let gate: Gate;
/** Changes that reached the server. */
const sent: string[] = [];
const behind = () => ({ url: gate.url, username: backend.username, password: backend.password });

beforeAll(async () => {
  backend = await startTestBackend();
  gate = await openGate(backend.url);
  for (const index of ["a-1", "a-2", "a-3"]) await backend.call("PUT", `/${index}/_doc/1?refresh=true`, { n: 1 });
});
afterAll(async () => {
  await gate.close();
  await backend.close();
});
beforeEach(() => {
  sent.splice(0);
  pass();
});

function pass(refuse: (path: string) => boolean = () => false) {
  gate.decide((path, _bulk, { method = "" }) => {
    if (method !== "GET" && method !== "HEAD" && !path.startsWith("/_user")) sent.push(`${method} ${path}`);
    return refuse(path)
      ? { status: 500, body: JSON.stringify({ error: { type: "odd", reason: "odd words" }, status: 500 }) }
      : "pass";
  });
}

const open = (path: string, form?: [string, string][]) =>
  openScreen<typeof loader>(path, { backend: behind(), ...(form ? { form } : {}) });

/** Ticks rows of a list that is filtered, and gives the address of the page about them. */
async function tick(task: string, ids: string[]): Promise<string> {
  const ticks = ids.map((id): [string, string] => ["id", id]);
  const chosen = await open("maintain?list=q%3Da", [["intent", `choose-${task}`], ...ticks]);
  return chosen.response?.headers.get("Location") ?? "";
}

it.each([
  ["refresh", "_refresh", "2 indices refreshed."],
  ["merge", "_forcemerge?max_num_segments=1", "2 indices merged."],
  ["clear", "_cache/clear", "Cache of 2 indices cleared."],
  ["close", "_close", "2 indices closed."],
  ["open", "_open", "2 indices opened."],
])("asks before a %s, sends a call for each, and goes back to the list", async (task, call, says) => {
  const path = await tick(task, ["a-1", "a-2"]);
  const { data } = await open(path);
  expect(data).toMatchObject({ task, total: 2, rows: [{ name: "a-1" }, { name: "a-2" }], backTo: "/cluster?q=a" });
  expect(data?.request).toMatchObject({ method: "POST", path: `/a-1/${call}`, remark: "One request for each index." });
  expect(sent).toEqual([]);
  const done = await open(path, [["intent", task]]);
  expect(done).toRedirectTo("/cluster?q=a");
  expect(done).toFlash(says);
  expect(sent).toEqual([`POST /a-1/${call}`, `POST /a-2/${call}`]);
});

it("one that fails does not stop the rest, and is told by name", async () => {
  pass((path) => path.startsWith("/a-1/"));
  const done = await open(await tick("close", ["a-1", "a-2"]), [["intent", "close"]]);
  expect(done).toFlash("1 index closed. 1 index failed. a-1: The search server failed. It said: odd words.");
  expect(sent).toHaveLength(2);
  await backend.call("POST", "/a-2/_open");
});

it("all that fail for one reason are told beside the form", async () => {
  pass((path) => path.includes("_close"));
  const done = await open(await tick("close", ["a-1", "a-2"]), [["intent", "close"]]);
  expect(done).toHaveFieldError("", /^The indices were not changed\. The search server failed\. It said: odd words/);
  expect(done.status).toBe(500);
});

it("deletes several once their number is typed", async () => {
  const path = await tick("delete", ["a-2", "a-3"]);
  expect((await open(path)).data).toMatchObject({ word: "delete 2 indices", documents: 2 });
  expect(
    await open(path, [
      ["intent", "delete"],
      ["confirmation", "a-2"],
    ]),
  ).toHaveFieldError("confirmation", "That is not “delete 2 indices”.");
  expect(sent).toEqual([]);
  expect(
    await open(path, [
      ["intent", "delete"],
      ["confirmation", "delete 2 indices"],
    ]),
  ).toFlash("2 indices deleted.");
  expect((await backend.call("HEAD", "/a-2")).status).toBe(404);
  // They are gone by now, and so is what was ticked.
  expect((await open(path)).data).toMatchObject({ total: null });
});

it("says so where nothing was ticked", async () => {
  expect(await open("maintain?list=q%3Da", [["intent", "choose-close"]])).toRedirectTo("/cluster?q=a&selected=none");
});

it("tends one index from its own actions", async () => {
  const one = (form?: [string, string][]) =>
    openScreen<typeof loader>("maintain?do=merge", { backend: behind(), at: "a-1", ...(form ? { form } : {}) });
  expect((await one()).data).toMatchObject({ task: "merge", total: 1, rows: [{ name: "a-1" }], backTo: "/app/a-1" });
  expect(await one([["intent", "merge"]])).toFlash("Index a-1 merged.");
  expect(sent).toEqual(["POST /a-1/_forcemerge?max_num_segments=1"]);
});

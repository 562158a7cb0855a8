import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { encodeSegment } from "~/lib/address/ids";
import { action as choose } from "~/routes/data/browse/browse";
import { action as removeMany, loader as removeManyPage } from "~/routes/data/browse/delete-many";
import { action as remove, loader as removePage } from "~/routes/data/browse/delete-document";
import { action as undo, loader as undoPage } from "~/routes/data/changes/undo";
import { loader as changeList } from "~/routes/data/changes/list";
import { wayBack } from "~/services/platform/changes/change.server";
import { createSession, takeFlash } from "~/sessions.server";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../../setup/backend";
import { consoleRequest, cookiesOf, replyOf, responseOf, testContext } from "../../setup/console";

// Undo of deletions in Browse: of several ticked documents, and of one that is stored with a routing value.

const name = "films";
const at = `/app/${name}/browse`;
const odd = `a/b "c" é %2F`;
let backend: TestBackend;
let gate: Gate;
let context: ReturnType<typeof testContext>;
let cookie: string;

beforeAll(async () => {
  backend = await startTestBackend();
  gate = await openGate(backend.url);
  context = testContext({ SEARCH_URL: gate.url });
  const made = createSession({
    request: consoleRequest("/"),
    context,
    url: gate.url,
    username: backend.username,
    password: backend.password,
  });
  cookie = cookiesOf(new Headers({ "Set-Cookie": made }));
  await backend.call("PUT", `/${name}`, { mappings: { properties: { year: { type: "long" } } } });
});
afterAll(async () => {
  await gate.close();
  await backend.close();
});

const args = (path: string, form?: Record<string, string>) => ({
  request: consoleRequest(path, { cookie, form }),
  params: { appName: name },
  context,
});
const undoArgs = (id: string, form?: Record<string, string>) => ({
  ...args(`/app/${name}/changes/${id}/undo`, form),
  params: { appName: name, changeId: id },
});
const flashOf = (answer: Response) => takeFlash(consoleRequest("/", { cookie: cookiesOf(answer.headers) })).flash;

async function store(id: string, source: string, routing?: string) {
  const answer = await fetch(
    `${backend.url}/${name}/_doc/${encodeURIComponent(id)}?refresh=true${routing === undefined ? "" : `&routing=${routing}`}`,
    {
      method: "PUT",
      headers: { Authorization: `Basic ${backend.token}`, "Content-Type": "application/json" },
      body: source,
    },
  );
  expect(answer.ok).toBe(true);
}

async function stored(id: string, routing?: string) {
  const answer = await fetch(
    `${backend.url}/${name}/_doc/${encodeURIComponent(id)}${routing === undefined ? "" : `?routing=${routing}`}`,
    {
      headers: { Authorization: `Basic ${backend.token}` },
    },
  );
  return answer.status === 404 ? null : /"_source":(\{.*\})\}/.exec(await answer.text())?.[1];
}

/** The address of the page that deletes these. */
async function tick(...ids: string[]) {
  const body = new URLSearchParams([["intent", "delete-selected"], ...ids.map((id) => ["id", encodeSegment(id)])]);
  const request = new Request(`http://console.test${at}`, {
    method: "POST",
    headers: { Cookie: cookie, Origin: "http://console.test" },
    body,
  });
  return (await responseOf(choose({ ...args(at), request }))).headers.get("Location") ?? "";
}

async function removeTicked(...ids: string[]) {
  const path = await tick(...ids);
  const { count, undoable } = await removeManyPage(args(path));
  const answer = await responseOf(
    removeMany(args(path, { count: String(count), ...(undoable ? { undoable: "yes" } : {}) })),
  );
  return { undoable, flash: flashOf(answer) };
}

it("restores ticked documents as they were stored, and none over one that was made meanwhile", async () => {
  await store("1", '{"title":"One","d":1.10,"n":9223372036854775807}');
  await store("2", '{\n  "title": "Two"\n}');
  await store(odd, '{"title":"Odd"}');
  await store("routed", '{"title":"Routed"}', "r1");
  const { undoable, flash } = await removeTicked("1", "2", odd, "routed");
  expect([undoable, flash]).toEqual([
    true,
    { kind: "good", text: "4 documents deleted.", undo: expect.stringMatching(/^c-/) },
  ]);
  const id = flash?.undo ?? "";
  expect(await undoPage(undoArgs(id))).toMatchObject({
    parts: [
      {
        plan: {
          ready: true,
          note: "4 documents are still deleted.",
          request: { method: "POST", path: `/${name}/_bulk?refresh=wait_for` },
        },
      },
    ],
  });
  await store("2", '{"title":"Another"}');
  const plan = (await undoPage(undoArgs(id))).parts[0]?.plan;
  expect(plan?.note).toBe(
    "3 documents are still deleted. A document with the ID of one exists again and stays as it is.",
  );
  expect(plan?.request?.body).not.toContain("Two");
  const undone = await responseOf(undo(undoArgs(id, { intent: "undo-change" })));
  expect(undone.headers.get("Location")).toBe(at);
  expect(flashOf(undone)?.text).toBe(
    `Restored documents of ${name}. 3 documents restored. A document with the ID of one exists again and stays as it is.`,
  );
  expect(await stored("1")).toBe('{"title":"One","d":1.10,"n":9223372036854775807}');
  expect(await stored("2")).toBe('{"title":"Another"}');
  expect([await stored(odd), await stored("routed", "r1")]).toEqual(['{"title":"Odd"}', '{"title":"Routed"}']);
  // Once is enough, and the log tells both.
  expect((await undoPage(undoArgs(id))).parts[0]?.plan).toBeNull();
  const { rows } = await changeList(args(`/app/${name}/changes`));
  expect(rows.map(({ title, note, outcome }) => [title, note, outcome])).toEqual([
    ["Restored documents", "3 documents", "success"],
    ["Deleted documents", "4 documents", "undone"],
  ]);
});

it("tells of a document that came between the page and the undo", async () => {
  for (const id of ["5", "6"]) await store(id, '{"title":"Old"}');
  const { flash } = await removeTicked("5", "6");
  // Stored, but no search finds it yet.
  gate.decide((path) =>
    path.includes("/_search") ? { status: 200, body: JSON.stringify({ hits: { total: 0, hits: [] } }) } : "pass",
  );
  await store("6", '{"title":"New"}');
  const undone = await responseOf(undo(undoArgs(flash?.undo ?? "", { intent: "undo-change" })));
  gate.decide(() => "pass");
  expect(flashOf(undone)?.text).toContain(
    "1 document restored. A document with the ID of one exists again and stays as it is.",
  );
  expect([await stored("5"), await stored("6")]).toEqual(['{"title":"Old"}', '{"title":"New"}']);
});

it("is off where all of them exist again, and says what the engine takes no more, with the rest restored", async () => {
  for (const id of ["7", "8"]) await store(id, `{"year":${id}}`);
  const { flash } = await removeTicked("7", "8");
  const id = flash?.undo ?? "";
  const items = [
    { create: { status: 201 } },
    { create: { status: 400, error: { reason: "failed to parse field [year]" } } },
  ];
  gate.decide((path) =>
    path.includes("/_bulk") ? { status: 200, body: JSON.stringify({ errors: true, items }) } : "pass",
  );
  const { errors } = replyOf(await undo(undoArgs(id, { intent: "undo-change" })));
  gate.decide(() => "pass");
  expect(errors[""]?.join()).toBe(
    "The change was not undone. The engine refuses it: failed to parse field [year] (1 document refused, 1 restored)",
  );
  for (const one of ["7", "8"]) await store(one, '{"year":1}');
  expect((await undoPage(undoArgs(id))).parts[0]?.plan).toMatchObject({
    ready: false,
    note: expect.stringContaining("all of these IDs again"),
  });
  expect(flashOf(await responseOf(undo(undoArgs(id, { intent: "undo-change" }))))).toMatchObject({ kind: "bad" });
});

it("is not offered for more than a way back may hold, and the page says so", async () => {
  const { most } = wayBack;
  onTestFinished(() => void (wayBack.most = most));
  wayBack.most = 12_000;
  for (const id of ["large-1", "large-2"]) await store(id, JSON.stringify({ text: "x y ".repeat(1500) }));
  expect(await removeManyPage(args(await tick("large-1")))).toMatchObject({ undoable: true });
  const path = await tick("large-1", "large-2");
  expect(await removeManyPage(args(path))).toMatchObject({ count: 2, undoable: false });
  // Not where the page had offered it.
  const refused = await responseOf(removeMany(args(path, { count: "2", undoable: "yes" })));
  expect(flashOf(refused)).toMatchObject({ kind: "bad", text: expect.stringContaining("Nothing was deleted") });
  expect(flashOf(await responseOf(removeMany(args(path, { count: "2" }))))).toEqual({
    kind: "good",
    text: "2 documents deleted.",
  });
});

it("of one document leads to it with its routing value", async () => {
  await store("9", '{"title":"Nine"}', "r 2&x".replaceAll(/[ &]/g, encodeURIComponent));
  const here = `${at}/9/delete?routing=${encodeURIComponent("r 2&x")}`;
  const { page } = await removePage(args(here));
  const flash = flashOf(await responseOf(remove(args(here, { version: page.version }))));
  // "Now: Deleted" stands beside what comes back.
  expect((await undoPage(undoArgs(flash?.undo ?? ""))).parts).toMatchObject([
    { now: null, absent: "Deleted", then: expect.stringContaining("Nine") },
  ]);
  const undone = await responseOf(undo(undoArgs(flash?.undo ?? "", { intent: "undo-change" })));
  const to = new URL(undone.headers.get("Location") ?? "", "http://x");
  expect([to.pathname, to.searchParams.get("routing")]).toEqual([`${at}/9`, "r 2&x"]);
});

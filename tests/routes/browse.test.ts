import { fileEnd } from "~/lib/documents/broken-file";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { action as add, loader as addPage } from "~/routes/data/browse/add";
import { action as choose, loader as browse } from "~/routes/data/browse/browse";
import { action as remove, loader as removePage } from "~/routes/data/browse/delete-document";
import { action as removeMany, loader as removeManyPage } from "~/routes/data/browse/delete-many";
import { loader as document } from "~/routes/data/browse/document";
import { action as edit, loader as editPage } from "~/routes/data/browse/edit";
import { loader as exportPage } from "~/routes/data/browse/export";
import { loader as file } from "~/routes/data/browse/export-file";
import { loader as raw } from "~/routes/data/browse/raw";
import { action as undo, loader as undoPage } from "~/routes/data/changes/undo";
import { action as save, loader as review } from "~/routes/data/browse/review";
import { encodeSegment } from "~/lib/ids";
import { BackendError } from "~/services/http/errors.server";
import { createSession, takeFlash } from "~/sessions.server";
import { startTarget, type Target } from "../replay/target";
import { consoleRequest, cookiesOf, replyOf, responseOf, testContext } from "../setup/console";

const name = "browse-films";
const odd = `a/b "c" é % %2F ?#&+`;
let target: Target;
let context: ReturnType<typeof testContext>;
let cookie: string;

async function call(method: string, path: string, body?: string) {
  const answer = await fetch(`${target.url}${path}`, {
    method,
    headers: {
      Authorization: `Basic ${Buffer.from("foo:bar").toString("base64")}`,
      "Content-Type": path.includes("_bulk") ? "application/x-ndjson" : "application/json",
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text;
}

beforeAll(async () => {
  target = await startTarget();
  context = testContext({ SEARCH_URL: target.url });
  const setCookie = createSession({ request: consoleRequest("/"), context, url: target.url, username: "foo", password: "bar" });
  cookie = cookiesOf(new Headers({ "Set-Cookie": setCookie }));
  const properties = {
    title: { type: "text", fields: { keyword: { type: "keyword" } } },
    plain: { type: "text" },
    year: { type: "long" },
    big: { type: "keyword" },
    day: { type: "date" },
  };
  await call("PUT", `/${name}`, JSON.stringify({ mappings: { properties } }));
  const films = [
    { id: "1", title: "Metropolis", year: 1927, day: "1927-01-10" },
    { id: "2", title: "Nosferatu", year: 1922, day: "1922-03-04" },
    { id: odd, title: "<script>alert(1)</script>", year: 2000, plain: "odd one" },
  ];
  const lines = films.map(({ id, ...film }) => `${JSON.stringify({ index: { _id: id } })}\n${JSON.stringify(film)}\n`).join("");
  await call("POST", `/${name}/_bulk?refresh=true`, lines);
}, 60_000);
afterAll(() => target.close());

const at = `/app/${name}/browse`;
const params = { appName: name };
const args = (path: string, form?: Record<string, string>) => ({ request: consoleRequest(path, { cookie, form }), params, context });
const docPath = (id: string, page = "") => `${at}/${encodeURIComponent(id)}${page}`;

async function list(query = "") {
  const data = await browse(args(`${at}${query}`));
  if (!data.open) throw new Error("closed");
  if (!data.table.ok) throw new Error(JSON.stringify(data.table.failure));
  return { ...data, ids: data.table.value.rows.map((row) => row.id), total: data.table.value.total, columns: data.table.value.columns };
}

async function makeDocument(id: string, source: string) {
  await call("PUT", `/${name}/_doc/${encodeURIComponent(id)}?refresh=true`, source);
}

const versionOf = (shown: Awaited<ReturnType<typeof review>>["review"]) => ("version" in shown ? shown.version : "none");

/** The form of the table with several rows ticked. */
function tickedRequest(path: string, intent: string, ids: string[]) {
  const body = new URLSearchParams([["intent", intent], ...ids.map((id) => ["id", encodeSegment(id)])]);
  return new Request(`http://console.test${path}`, { method: "POST", headers: { Cookie: cookie, Origin: "http://console.test" }, body });
}

async function beginEdit(id: string, source: string) {
  const page = await editPage(args(docPath(id, "/edit")));
  const form = { text: source, version: page.editor.version };
  const answer = await responseOf(edit(args(docPath(id, "/edit"), form)));
  return { path: answer.headers.get("Location") ?? "", page };
}

describe("the table", () => {
  it("finds by words, filters and sort", async () => {
    expect((await list("?q=nosferatu")).ids).toEqual(["2"]);
    expect((await list("?f=above:year:1925&f=below:year:1950")).ids).toEqual(["1"]);
    expect((await list("?f=is:day:1922-03-04")).ids).toEqual(["2"]);
    expect((await list("?f=starts:title:metro")).ids).toEqual(["1"]);
    expect((await list("?f=contains:title:SFER")).ids).toEqual(["2"]);
    expect((await list("?f=missing:plain&sort=year&order=desc")).ids).toEqual(["1", "2"]);
    expect((await list("?f=not:year:2000&sort=title")).ids).toEqual(["1", "2"]);
  });
  it.each(["?page=-1", "?page=abc", "?size=7", "?page=0&size=abc", "?sort=%00", "?f=nonsense", "?column=nothing"])(
    "takes %s without failing",
    async (query) => {
      const { state, total, remarks } = await list(query);
      expect([state.page, state.size, total]).toEqual([1, 25, 3]);
      expect(remarks.length).toBeGreaterThan(0);
    },
  );
  it("leads from a page behind the last one, and behind the window of the engine, to the last", async () => {
    const answer = await responseOf(browse(args(`${at}?page=99999&size=10&sort=year`)));
    expect(answer.headers.get("Location")).toBe(`${at}?sort=year&size=10`);
  });
  it("adds a chosen filter to the address, and tells why one does not fit", async () => {
    const answer = await responseOf(browse(args(`${at}?q=x&field=year&operator=above&value=1925&to=&page=3`)));
    expect(answer.headers.get("Location")).toBe(`${at}?q=x&f=above%3Ayear%3A1925`);
    const { chosen } = await list("?field=year&operator=above&value=abc");
    expect(chosen).toMatchObject({ field: "year", value: "abc", problem: "year is a number; “abc” is not a number." });
  });
  it("says when a filter of the address is left out", async () => {
    const { remarks, total } = await list("?f=nonsense");
    expect(remarks).toMatchObject([{ text: "Filter “nonsense” is not valid. It was ignored." }]);
    expect(total).toBe(3);
  });
  it("says which field cannot be sorted by", async () => {
    expect((await list("?sort=plain")).remarks).toEqual([{ text: "Cannot sort by plain: its type is text without a keyword sub-field." }]);
  });
  it("has the same columns on every page, in every order and under every filter", async () => {
    const rows = Array.from(
      { length: 30 },
      (_, n) => `{"index":{}}\n${JSON.stringify({ title: `t${n}`, a: n, ...(n % 2 ? { b: n, c: n } : { d: n, e: n }) })}\n`,
    );
    await call("POST", "/browse-columns/_bulk?refresh=true", rows.join(""));
    const columns = async (query: string) => {
      const data = await browse({ ...args(`/app/browse-columns/browse${query}`), params: { appName: "browse-columns" } });
      return data.open && data.table.ok ? data.table.value.columns.map(({ path }) => path) : [];
    };
    const usual = await columns("");
    expect(usual).toContain("title");
    for (const query of ["?size=10&page=3", "?sort=a&order=desc&size=10", "?f=exists:b", "?f=is:a:4", "?q=t7"])
      expect(await columns(query), query).toEqual(usual);
    expect(await columns("?column=e&column=title")).toEqual(["e", "title"]);
  });
  it("shows the request without the password", async () => {
    const { request } = await list("?show=request&q=metropolis");
    expect(request?.body).toContain("simple_query_string");
    expect(request?.curl).toContain("-u foo");
    expect(request?.curl).not.toContain("bar");
  });
  it("is a 404 where there is no index", async () => {
    const error = await browse({ ...args("/app/nothing/browse"), params: { appName: "nothing" } }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BackendError);
    expect((error as BackendError).status).toBe(404);
  });
});

describe("one document", () => {
  it("is found by any id", async () => {
    expect(await document(args(docPath(odd)))).toMatchObject({ facts: { id: odd }, view: "tree" });
    const error = await document(args(docPath("no such"))).catch((thrown: unknown) => thrown);
    expect((error as BackendError).failure.detail).toContain("no document with the ID no such");
  });
  it("is cut when it is large, and whole as plain text", async () => {
    const large = JSON.stringify({ title: "large", items: Array.from({ length: 20_000 }, (_, n) => ({ n, text: "x".repeat(500) })) });
    expect(large.length).toBeGreaterThan(10_000_000);
    await call("PUT", "/browse-large", JSON.stringify({ mappings: { dynamic: false, properties: { title: { type: "keyword" } } } }));
    await call("PUT", "/browse-large/_doc/1", large);
    const there = (path: string) => ({ ...args(`/app/browse-large/browse/1${path}`), params: { appName: "browse-large" } });
    for (const view of ["", "?view=json", "?view=mapping", "?at=items", "?at=items&at=7&at=text"]) {
      expect(JSON.stringify(await document(there(view))).length, view).toBeLessThan(150_000);
    }
    const { tree } = await document(there("?at=items&from=19990"));
    expect(tree).toMatchObject({ kind: "branch", total: 20_000, members: expect.arrayContaining([expect.objectContaining({ key: "19999" })]) });
    const answer = await raw({ ...args("/resources/browse-large/browse/1/raw"), params: { appName: "browse-large" } });
    expect(answer.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    expect(await answer.text()).toBe(large);
  });
});

describe("a document opened from a list", () => {
  const opened = (id: string, query: string) => document(args(`${docPath(id)}?${query}`));
  const list = encodeURIComponent("f=exists:year&sort=year");
  it("knows the one before and the one after it", async () => {
    expect((await opened("2", `list=${list}&row=0`)).near).toMatchObject({ row: 0, total: 3, previous: null, next: { id: "1", row: 1 } });
    expect((await opened("1", `list=${list}&row=1`)).near).toMatchObject({ previous: { id: "2", row: 0 }, next: { id: odd, row: 2 } });
    expect((await opened(odd, `list=${list}&row=2`)).near).toMatchObject({ previous: { id: "1" }, next: null });
  });
  it("has none where the list is another by now, cannot be read, or ends before", async () => {
    for (const query of [`list=${list}&row=2`, `list=${list}&row=99`, `list=${list}&row=999999`, `list=${list}`, "", "list=f=nonsense%26page%3Dx&row=-1"])
      expect((await opened("1", query)).near, query).toBeNull();
  });
  it("is called by its title", async () => {
    expect(await opened("1", "")).toMatchObject({ title: "Metropolis", facts: { id: "1" } });
  });
  it("leads back to that list after it was deleted, at its page", async () => {
    await makeDocument("listed", '{"title":"Listed"}');
    const { editor } = await editPage(args(docPath("listed", "/edit")));
    const query = `?list=${encodeURIComponent("size=10&sort=title")}&row=25`;
    const answer = await responseOf(remove(args(`${docPath("listed", "/delete")}${query}`, { version: editor.version })));
    const to = new URL(answer.headers.get("Location") ?? "", "http://x");
    expect(`${to.pathname}${to.search}`).toBe(`${at}?sort=title&size=10&page=3`);
  });
});

describe("an edit", () => {
  const typed = '{\n  "title": "Digits", "n": 9223372036854775807, "d": 1.10, "e": 1E+2\n}';
  it("is saved as typed, digit for digit, after a page that shows it", async () => {
    await makeDocument("digits", '{"title":"Old","d":1.10}');
    const { path, page } = await beginEdit("digits", typed.replaceAll("\n", "\r\n"));
    expect(page.editor.text).toContain('"d": 1.10');
    const { review: shown } = await review(args(path));
    expect(shown).toMatchObject({ state: "ready", changes: { spacesOnly: false } });
    const answer = await responseOf(save(args(path, { version: versionOf(shown) })));
    expect(answer.status).toBe(302);
    expect(await (await raw(args(docPath("digits")))).text()).toBe(typed);
    expect(await review(args(path))).toMatchObject({ review: { state: "lost" } });
  });
  it("that is no JSON is told with line and column, nothing lost", async () => {
    const { status, reply, errors } = replyOf(await edit(args(docPath("1", "/edit"), { text: '{\n  "a": 1,\n  "b" 2\n}', version: "0/1" })));
    expect(status).toBe(400);
    expect(errors["text"]?.[0]).toContain("line 3, column 7");
    expect(reply.result.initialValue?.["text"]).toBe('{\n  "a": 1,\n  "b" 2\n}');
  });
  it("that meets somebody else's shows both, and saves over it only when told to", async () => {
    await makeDocument("shared", '{"title":"Base"}');
    const { path } = await beginEdit("shared", '{"title":"Mine"}');
    const before = (await review(args(path))).review;
    await makeDocument("shared", '{"title":"Theirs"}');
    const refused = await responseOf(save(args(path, { version: versionOf(before) })));
    expect(refused.headers.get("Location")).toBe(path);
    const shown = (await review(args(path))).review;
    expect(shown.state).toBe("conflict");
    expect(JSON.stringify(shown.state === "conflict" && shown.theirs?.rows)).toContain("Theirs");
    expect(await (await raw(args(docPath("shared")))).text()).toBe('{"title":"Theirs"}');
    await save(args(path, { version: versionOf(shown) }));
    expect(await (await raw(args(docPath("shared")))).text()).toBe('{"title":"Mine"}');
  });
  it("that the engine refuses is told in its words", async () => {
    await makeDocument("strict", '{"year":1}');
    const { path } = await beginEdit("strict", '{"year":"not a number"}');
    const { status, errors } = replyOf(await save(args(path, { version: versionOf((await review(args(path))).review) })));
    expect(status).toBe(400);
    expect(errors[""]?.[0]).toContain("year");
  });
  it("of another session is not shown", async () => {
    await makeDocument("mine", '{"title":"x"}');
    const { path } = await beginEdit("mine", '{"title":"secret"}');
    const other = createSession({ request: consoleRequest("/"), context, url: target.url, username: "foo", password: "bar" });
    const request = consoleRequest(path, { cookie: cookiesOf(new Headers({ "Set-Cookie": other })) });
    expect(await review({ request, params, context })).toMatchObject({ review: { state: "lost" } });
  });
});

describe("adding and deleting", () => {
  it("tells an id that is taken", async () => {
    const form = { id: "added/é", source: '{"title":"Added"}' };
    const made = await responseOf(add(args(`${at}/documents/add`, form)));
    expect(made.headers.get("Location")).toBe(docPath("added/é"));
    const { errors } = replyOf(await add(args(`${at}/documents/add`, form)));
    expect(errors["id"]?.[0]).toContain("already");
  });
  it("puts a deleted one back", async () => {
    await makeDocument("gone", '{"title":"Gone","d":1.10}');
    const { editor } = await editPage(args(docPath("gone", "/edit")));
    const answer = await responseOf(remove(args(docPath("gone", "/delete"), { version: editor.version })));
    const { flash } = takeFlash(consoleRequest("/", { cookie: cookiesOf(answer.headers) }));
    await expect(raw(args(docPath("gone")))).rejects.toMatchObject({ status: 404 });
    const path = `/app/${name}/changes/${flash?.undo}/undo`;
    const changed = (form?: Record<string, string>) => ({ ...args(path, form), params: { appName: name, changeId: flash?.undo } });
    expect(await undoPage(changed())).toMatchObject({ plan: { ready: true, request: { method: "POST", path: `/${name}/_create/gone?refresh=wait_for` } } });
    expect((await responseOf(undo(changed({ intent: "undo-change" })))).headers.get("Location")).toBe(docPath("gone"));
    expect(await (await raw(args(docPath("gone")))).text()).toBe('{"title":"Gone","d":1.10}');
  });
  it("deletes the chosen rows, then all that match once the name is typed", async () => {
    for (const id of ["del-1", "del-2", "del-3"]) await makeDocument(id, '{"title":"Delete me","year":1800}');
    const chosen = await responseOf(choose(args(at, { intent: "delete-selected", id: "del-1" })));
    const path = chosen.headers.get("Location") ?? "";
    expect(await removeManyPage(args(path))).toMatchObject({ count: 1, documents: [{ id: "del-1", title: "Delete me" }], typed: false });
    expect((await responseOf(removeMany(args(path, { count: "1" })))).status).toBe(302);
    const all = `${at}/documents/delete-many?f=is:year:1800`;
    expect(await removeManyPage(args(all))).toMatchObject({ count: 2, typed: true });
    expect(replyOf(await removeMany(args(all, { count: "2", confirmation: "wrong" }))).status).toBe(400);
    // The page is shown anew, with the new count in it.
    const again = await responseOf(removeMany(args(all, { count: "1", confirmation: name })));
    expect(again.headers.get("Location")).toBe(all);
    expect(decodeURIComponent(again.headers.getSetCookie().join())).toContain("more than you were shown");
    expect((await list("?f=is:year:1800")).total).toBe(2);
    await removeMany(args(all, { count: "2", confirmation: name }));
    expect((await list("?f=is:year:1800")).total).toBe(0);
  });
  it("exports the ticked rows and no others", async () => {
    const chosen = await responseOf(choose({ ...args(`${at}?sort=year`), request: tickedRequest(`${at}?sort=year`, "export-selected", ["1", odd]) }));
    const to = new URL(chosen.headers.get("Location") ?? "", "http://x");
    expect(to.pathname).toBe(`${at}/documents/export`);
    expect(await exportPage(args(`${to.pathname}${to.search}`))).toMatchObject({ meant: { count: 2, list: "sort=year" } });
    const answer = await file(args(`/resources/${name}/browse/documents/file?format=json&draft=${to.searchParams.get("draft")}`));
    expect(((await answer.json()) as { _id: string }[]).map(({ _id }) => _id).sort()).toEqual(["1", odd].sort());
    await expect(file(args(`/resources/${name}/browse/documents/file?draft=nothing`))).rejects.toMatchObject({ status: 404 });
  });
  it("never deletes more because a filter cannot be read", async () => {
    const answer = await responseOf(removeMany(args(`${at}/documents/delete-many?f=nonsense`, { count: "9999", confirmation: name })));
    expect(answer.status).toBe(400);
    expect((await list("?q=metropolis")).total).toBe(1);
  });
});

describe("before a change", () => {
  it("its request is shown, and on a read-only server its controls are off with the reason", async () => {
    await makeDocument("shown", '{"title":"Shown"}');
    const { path } = await beginEdit("shown", '{"title":"Seen"}');
    const ids = await responseOf(choose(args(at, { intent: "delete-selected", id: "shown" })));
    const all = async (where: ReturnType<typeof testContext>) => {
      const here = (there: string) => ({ ...args(there), context: where });
      const reviewed = (await review(here(path))).review;
      return [
        { gate: (await addPage(here(`${at}/documents/add`))).gate },
        { gate: (await document(here(docPath("shown")))).gate },
        (await removePage(here(docPath("shown", "/delete")))).page,
        await removeManyPage(here(ids.headers.get("Location") ?? "")),
        "gate" in reviewed ? { gate: reviewed.gate, request: reviewed.request } : {},
      ];
    };
    const ok = { gate: { ok: true } };
    expect(await all(context)).toMatchObject([
      ok,
      ok,
      { ...ok, request: { method: "DELETE", path: expect.stringMatching(/_doc\/shown\?if_seq_no=/) } },
      { ...ok, request: { method: "POST", path: expect.stringContaining("_delete_by_query"), body: expect.stringContaining('"shown"') } },
      { ...ok, request: { method: "PUT", body: expect.stringContaining("Seen") } },
    ]);
    const { readOnlyServers } = testContext({ READ_ONLY_SERVERS: target.url }).config;
    const off = { gate: { ok: false, because: "protected" } };
    expect(await all({ ...context, config: { ...context.config, readOnlyServers } })).toMatchObject([off, off, off, off, off]);
  });
});

describe("the export", () => {
  it("holds everything that matches, digits as stored", async () => {
    await call("PUT", "/browse-export", JSON.stringify({ mappings: { properties: { n: { type: "long" }, d: { type: "double" }, t: { type: "text" } } } }));
    const rows = Array.from(
      { length: 2500 },
      (_, n) => `{"index":{"_id":"${String(n).padStart(5, "0")}"}}\n{"n":${n},"d":1.10,"big":9007199254740993,"t":"a, \\"b\\""}\n`,
    );
    await call("POST", "/browse-export/_bulk?refresh=true", rows.join(""));
    const read = async (query: string) =>
      (await file({ ...args(`/resources/browse-export/browse/documents/file?${query}`), params: { appName: "browse-export" } })).text();
    const lines = (await read("format=ndjson")).trim().split("\n");
    expect(new Set(lines).size).toBe(2500);
    // One that broke off goes on after its last line, in the order of the table.
    for (const order of ["", "&sort=n", "&sort=-n"]) {
      const whole = (await read(`format=ndjson${order}`)).trim().split("\n");
      const { _id } = JSON.parse(whole[1233] ?? "") as { _id: string };
      expect((await read(`format=ndjson${order}&after=${_id}`)).trim().split("\n")).toEqual(whole.slice(1234));
    }
    // Appended to what was received it is the whole file, whatever the format.
    const csv = await read("format=csv&column=n");
    const cut = csv.indexOf("\n", 20_000) + 1;
    const lastRow = csv.slice(0, cut).trim().split("\n").at(-1);
    expect(csv.slice(0, cut) + (await read(`format=csv&column=n&after=${lastRow?.split(",")[0]}`))).toBe(csv);
    const json = new TextEncoder().encode(await read("format=json"));
    const end = fileEnd(json.subarray(0, 50_000), 0);
    expect(end).toBeDefined();
    const rest = await read(`format=json&after=${end?.id}`);
    expect(new TextDecoder().decode(json.subarray(0, end?.length)) + rest).toBe(new TextDecoder().decode(json));
    await expect(read("format=ndjson&after=gone")).rejects.toMatchObject({ status: 404 });
    expect(lines).toContain('{"_id":"00007","n":7,"d":1.10,"big":9007199254740993,"t":"a, \\"b\\""}');
    expect(JSON.parse(await read("format=json&f=below:n:3&sort=n&order=asc"))).toMatchObject([{ n: 0 }, { n: 1 }, { n: 2 }]);
    expect(JSON.parse(await read("format=json&f=below:n:-3"))).toEqual([]);
    expect(await read("format=csv&f=is:n:5&column=n&column=d&column=t")).toBe('_id,n,d,t\n00005,5,1.10,"a, ""b"""\n');
  });
});

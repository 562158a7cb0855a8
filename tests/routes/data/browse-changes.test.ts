import { describe, expect, it } from "vitest";
import { action as add, loader as addPage } from "~/routes/data/browse/add";
import { action as choose } from "~/routes/data/browse/browse";
import { action as remove, loader as removePage } from "~/routes/data/browse/delete-document";
import { action as removeMany, loader as removeManyPage } from "~/routes/data/browse/delete-many";
import { loader as document } from "~/routes/data/browse/document";
import { action as edit, loader as editPage } from "~/routes/data/browse/edit";
import { loader as exportPage } from "~/routes/data/browse/export";
import { loader as file } from "~/routes/data/browse/export-file";
import { loader as raw } from "~/routes/data/browse/raw";
import { action as undo, loader as undoPage } from "~/routes/data/changes/undo";
import { action as save, loader as review } from "~/routes/data/browse/review";
import { encodeSegment } from "~/lib/address/ids";
import { createSession, takeFlash } from "~/sessions.server";
import { consoleRequest, cookiesOf, replyOf, responseOf, testContext } from "../../setup/console";
import {
  args,
  at,
  browseFilms,
  context,
  cookie,
  docPath,
  list,
  makeDocument,
  name,
  odd,
  params,
  target,
} from "./support/browse";

browseFilms();

const versionOf = (shown: Awaited<ReturnType<typeof review>>["review"]) =>
  "version" in shown ? shown.version : "none";

/** The form of the table with several rows ticked. */
function tickedRequest(path: string, intent: string, ids: string[]) {
  const body = new URLSearchParams([["intent", intent], ...ids.map((id) => ["id", encodeSegment(id)])]);
  return new Request(`http://console.test${path}`, {
    method: "POST",
    headers: { Cookie: cookie, Origin: "http://console.test" },
    body,
  });
}

async function beginEdit(id: string, source: string) {
  const page = await editPage(args(docPath(id, "/edit")));
  const form = { text: source, version: page.editor.version };
  const answer = await responseOf(edit(args(docPath(id, "/edit"), form)));
  return { path: answer.headers.get("Location") ?? "", page };
}

describe("an edit", () => {
  it("starts with fields, and changes those alone that were typed in", async () => {
    const source = '{"title":"Alien","score":1.10,"tags":["a","b"],"deep":{"x":2.0},"seen":null}';
    await makeDocument("as-fields", source);
    const page = await editPage(args(docPath("as-fields", "/edit")));
    const places = page.typed?.places.map((at) => page.typed?.fields[at]?.path) ?? [];
    expect([...places].sort()).toEqual(["deep", "score", "seen", "tags", "title"]);
    expect(places[0]).toBe("title");
    // Shown as the form of a new document has them.
    const added = (await addPage(args(`${at}/documents/add`))).fields?.map(({ path }) => path) ?? [];
    expect(added[0]).toBe("title");
    expect(places.filter((path) => path !== undefined && added.includes(path))).toEqual(
      added.filter((path) => places.includes(path)),
    );
    expect(page.typed?.fields.map(({ path, kind }) => [path, kind])).toEqual([
      ["title", "text"],
      ["score", "number"],
      ["tags", "lines"],
      ["deep", "json"],
      ["seen", "text"],
    ]);
    const send = async (fields: Record<string, string>) =>
      edit(
        args(docPath("as-fields", "/edit"), { as: "fields", text: source, version: page.editor.version, ...fields }),
      );
    const review = (
      await responseOf(send({ field0: "Aliens", field1: "1.1", field2: "a\r\nb", field4: "" }))
    ).headers.get("Location");
    const again = await editPage(args((review ?? "").replace("/review?", "/edit?")));
    expect(again.editor.text).toBe(source.replace("Alien", "Aliens"));
    expect(JSON.stringify(await send({ field1: "many" }))).toContain("Enter a number");
  });

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
    const { status, reply, errors } = replyOf(
      await edit(args(docPath("1", "/edit"), { text: '{\n  "a": 1,\n  "b" 2\n}', version: "0/1" })),
    );
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
    const { status, errors } = replyOf(
      await save(args(path, { version: versionOf((await review(args(path))).review) })),
    );
    expect(status).toBe(400);
    expect(errors[""]?.[0]).toContain("year");
  });
  it("of another session is not shown", async () => {
    await makeDocument("mine", '{"title":"x"}');
    const { path } = await beginEdit("mine", '{"title":"secret"}');
    const other = createSession({
      request: consoleRequest("/"),
      context,
      url: target.url,
      username: "foo",
      password: "bar",
    });
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
  it("takes one by fields: values by kind, nothing for what is empty", async () => {
    const shown = JSON.stringify([
      { path: "title", kind: "text" },
      { path: "year", kind: "number" },
      { path: "genres", kind: "lines" },
      { path: "note", kind: "long" },
      { path: "place", kind: "json" },
    ]);
    const form = { intent: "add-fields", id: "by-fields", shown, field0: "M", field2: "Crime\r\nDrama", field3: "" };
    const wrong = await add(args(`${at}/documents/add`, { ...form, field1: "old", field4: '{\r\n  "lat" 1' }));
    const json = expect.stringMatching(/^Not valid JSON at line 2, column 9/);
    expect(replyOf(wrong).errors).toEqual({ field1: ["Enter a number, such as 12 or 3.5."], field4: [json] });
    const made = await responseOf(add(args(`${at}/documents/add`, { ...form, field1: "1931" })));
    expect(made.headers.get("Location")).toBe(docPath("by-fields"));
    expect(await (await raw(args(docPath("by-fields")))).text()).toBe(
      '{"title":"M","year":1931,"genres":["Crime","Drama"]}',
    );
    const { fields } = await addPage(args(`${at}/documents/add`));
    expect(fields).toEqual(expect.arrayContaining([expect.objectContaining({ path: "title", value: "" })]));
  });
  it("puts a deleted one back", async () => {
    await makeDocument("gone", '{"title":"Gone","d":1.10}');
    const { editor } = await editPage(args(docPath("gone", "/edit")));
    const answer = await responseOf(remove(args(docPath("gone", "/delete"), { version: editor.version })));
    const { flash } = takeFlash(consoleRequest("/", { cookie: cookiesOf(answer.headers) }));
    await expect(raw(args(docPath("gone")))).rejects.toMatchObject({ status: 404 });
    const path = `/app/${name}/changes/${flash?.undo}/undo`;
    const changed = (form?: Record<string, string>) => ({
      ...args(path, form),
      params: { appName: name, changeId: flash?.undo },
    });
    expect(await undoPage(changed())).toMatchObject({
      parts: [{ plan: { ready: true, request: { method: "POST", path: `/${name}/_create/gone?refresh=wait_for` } } }],
    });
    expect((await responseOf(undo(changed({ intent: "undo-change" })))).headers.get("Location")).toBe(docPath("gone"));
    expect(await (await raw(args(docPath("gone")))).text()).toBe('{"title":"Gone","d":1.10}');
  });
  it("deletes the chosen rows, then all that match once the name is typed", async () => {
    for (const id of ["del-1", "del-2", "del-3"]) await makeDocument(id, '{"title":"Delete me","year":1800}');
    const chosen = await responseOf(choose(args(at, { intent: "delete-selected", id: "del-1" })));
    const path = chosen.headers.get("Location") ?? "";
    expect(await removeManyPage(args(path))).toMatchObject({
      count: 1,
      documents: [{ id: "del-1", title: "Delete me" }],
      typed: false,
    });
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
    const chosen = await responseOf(
      choose({ ...args(`${at}?sort=year`), request: tickedRequest(`${at}?sort=year`, "export-selected", ["1", odd]) }),
    );
    const to = new URL(chosen.headers.get("Location") ?? "", "http://x");
    expect(to.pathname).toBe(`${at}/documents/export`);
    expect(await exportPage(args(`${to.pathname}${to.search}`))).toMatchObject({
      meant: { count: 2, list: "sort=year" },
    });
    const answer = await file(
      args(`/resources/${name}/browse/documents/file?format=json&draft=${to.searchParams.get("draft")}`),
    );
    expect(((await answer.json()) as { _id: string }[]).map(({ _id }) => _id).sort()).toEqual(["1", odd].sort());
    await expect(file(args(`/resources/${name}/browse/documents/file?draft=nothing`))).rejects.toMatchObject({
      status: 404,
    });
  });
  it("never deletes more because a filter cannot be read", async () => {
    const answer = await responseOf(
      removeMany(args(`${at}/documents/delete-many?f=nonsense`, { count: "9999", confirmation: name })),
    );
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
      {
        ...ok,
        request: {
          method: "POST",
          path: expect.stringContaining("_delete_by_query"),
          body: expect.stringContaining('"shown"'),
        },
      },
      { ...ok, request: { method: "PUT", body: expect.stringContaining("Seen") } },
    ]);
    const { readOnlyServers } = testContext({ READ_ONLY_SERVERS: target.url }).config;
    const off = { gate: { ok: false, because: "protected" } };
    expect(await all({ ...context, config: { ...context.config, readOnlyServers } })).toMatchObject([
      off,
      off,
      off,
      off,
      off,
    ]);
  });
});

import { fileEnd } from "~/lib/data/documents/broken-file";
import { describe, expect, it } from "vitest";
import { loader as browse } from "~/routes/data/browse/browse";
import { action as remove } from "~/routes/data/browse/delete-document";
import { loader as document } from "~/routes/data/browse/document";
import { loader as editPage } from "~/routes/data/browse/edit";
import { loader as file } from "~/routes/data/browse/export-file";
import { loader as raw } from "~/routes/data/browse/raw";
import { BackendError } from "~/services/platform/http/errors.server";
import { responseOf } from "../../setup/console";
import { args, at, browseFilms, call, docPath, list, makeDocument, odd } from "./support/browse";

browseFilms();

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
    expect((await list("?sort=plain")).remarks).toEqual([
      { text: "Cannot sort by plain: its type is text without a keyword sub-field." },
    ]);
  });
  it("has the same columns on every page, in every order and under every filter", async () => {
    const rows = Array.from(
      { length: 30 },
      (_, n) =>
        `{"index":{}}\n${JSON.stringify({ title: `t${n}`, a: n, ...(n % 2 ? { b: n, c: n } : { d: n, e: n }) })}\n`,
    );
    await call("POST", "/browse-columns/_bulk?refresh=true", rows.join(""));
    const columns = async (query: string) => {
      const data = await browse({
        ...args(`/app/browse-columns/browse${query}`),
        params: { appName: "browse-columns" },
      });
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
    const error = await browse({ ...args("/app/nothing/browse"), params: { appName: "nothing" } }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(BackendError);
    expect((error as BackendError).status).toBe(404);
  });
});

describe("one document", () => {
  it("is found by any id", async () => {
    expect(await document(args(docPath(odd)))).toMatchObject({ facts: { id: odd }, view: "fields" });
    const error = await document(args(docPath("no such"))).catch((thrown: unknown) => thrown);
    expect((error as BackendError).failure.detail).toContain("no document with the ID no such");
  });
  it("is cut when it is large, and whole as plain text", async () => {
    const large = JSON.stringify({
      title: "large",
      items: Array.from({ length: 20_000 }, (_, n) => ({ n, text: "x".repeat(500) })),
    });
    expect(large.length).toBeGreaterThan(10_000_000);
    await call(
      "PUT",
      "/browse-large",
      JSON.stringify({ mappings: { dynamic: false, properties: { title: { type: "keyword" } } } }),
    );
    await call("PUT", "/browse-large/_doc/1", large);
    const there = (path: string) => ({
      ...args(`/app/browse-large/browse/1${path}`),
      params: { appName: "browse-large" },
    });
    for (const view of ["", "?view=json", "?view=mapping", "?at=items", "?at=items&at=7&at=text"]) {
      expect(JSON.stringify(await document(there(view))).length, view).toBeLessThan(150_000);
    }
    const { tree } = await document(there("?at=items&from=19990"));
    expect(tree).toMatchObject({
      kind: "branch",
      total: 20_000,
      members: expect.arrayContaining([expect.objectContaining({ key: "19999" })]),
    });
    const answer = await raw({ ...args("/resources/browse-large/browse/1/raw"), params: { appName: "browse-large" } });
    expect(answer.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    expect(await answer.text()).toBe(large);
  });
});

describe("a document opened from a list", () => {
  const opened = (id: string, query: string) => document(args(`${docPath(id)}?${query}`));
  const list = encodeURIComponent("f=exists:year&sort=year");
  it("knows the one before and the one after it", async () => {
    expect((await opened("2", `list=${list}&row=0`)).near).toMatchObject({
      row: 0,
      total: 3,
      previous: null,
      next: { id: "1", row: 1 },
    });
    expect((await opened("1", `list=${list}&row=1`)).near).toMatchObject({
      previous: { id: "2", row: 0 },
      next: { id: odd, row: 2 },
    });
    expect((await opened(odd, `list=${list}&row=2`)).near).toMatchObject({ previous: { id: "1" }, next: null });
  });
  it("has none where the list is another by now, cannot be read, or ends before", async () => {
    for (const query of [
      `list=${list}&row=2`,
      `list=${list}&row=99`,
      `list=${list}&row=999999`,
      `list=${list}`,
      "",
      "list=f=nonsense%26page%3Dx&row=-1",
    ])
      expect((await opened("1", query)).near, query).toBeNull();
  });
  it("is called by its title", async () => {
    expect(await opened("1", "")).toMatchObject({ title: "Metropolis", facts: { id: "1" } });
  });
  it("leads back to that list after it was deleted, at its page", async () => {
    await makeDocument("listed", '{"title":"Listed"}');
    const { editor } = await editPage(args(docPath("listed", "/edit")));
    const query = `?list=${encodeURIComponent("size=10&sort=title")}&row=25`;
    const answer = await responseOf(
      remove(args(`${docPath("listed", "/delete")}${query}`, { version: editor.version })),
    );
    const to = new URL(answer.headers.get("Location") ?? "", "http://x");
    expect(`${to.pathname}${to.search}`).toBe(`${at}?sort=title&size=10&page=3`);
  });
});

describe("the export", () => {
  it("holds everything that matches, digits as stored", async () => {
    await call(
      "PUT",
      "/browse-export",
      JSON.stringify({ mappings: { properties: { n: { type: "long" }, d: { type: "double" }, t: { type: "text" } } } }),
    );
    const rows = Array.from(
      { length: 2500 },
      (_, n) =>
        `{"index":{"_id":"${String(n).padStart(5, "0")}"}}\n{"n":${n},"d":1.10,"big":9007199254740993,"t":"a, \\"b\\""}\n`,
    );
    await call("POST", "/browse-export/_bulk?refresh=true", rows.join(""));
    const read = async (query: string) =>
      (
        await file({
          ...args(`/resources/browse-export/browse/documents/file?${query}`),
          params: { appName: "browse-export" },
        })
      ).text();
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
    expect(JSON.parse(await read("format=json&f=below:n:3&sort=n&order=asc"))).toMatchObject([
      { n: 0 },
      { n: 1 },
      { n: 2 },
    ]);
    expect(JSON.parse(await read("format=json&f=below:n:-3"))).toEqual([]);
    expect(await read("format=csv&f=is:n:5&column=n&column=d&column=t")).toBe('_id,n,d,t\n00005,5,1.10,"a, ""b"""\n');
  });
});

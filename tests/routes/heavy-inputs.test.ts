import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loader as browse } from "~/routes/data/browse/browse";
import { loader as document } from "~/routes/data/browse/document";
import { action as save, loader as edit } from "~/routes/data/browse/edit";
import { loader as review } from "~/routes/data/browse/review";
import { loader as preview } from "~/routes/data/search-preview/search-preview";
import { loader as overview } from "~/routes/overview/app";
import { createSession } from "~/sessions.server";
import { startTestBackend, type TestBackend } from "../setup/backend";
import { consoleRequest, cookiesOf, testContext } from "../setup/console";

const FIELDS = 5000;
const kinds = ["keyword", "text", "long", "date"];
const nameOf = (at: number) => `field_${String(at).padStart(4, "0")}`;

let backend: TestBackend;
let context: ReturnType<typeof testContext>;
let cookie: string;

beforeAll(async () => {
  backend = await startTestBackend();
  context = testContext({ SEARCH_URL: backend.url });
  const setCookie = createSession({
    request: consoleRequest("/"),
    context,
    url: backend.url,
    username: backend.username,
    password: backend.password,
  });
  cookie = cookiesOf(new Headers({ "Set-Cookie": setCookie }));
  const properties = Object.fromEntries(
    Array.from({ length: FIELDS }, (_, at) => [nameOf(at), { type: kinds[at % kinds.length] }]),
  );
  expect(
    (
      await backend.call("PUT", "/wide", {
        settings: { "index.mapping.total_fields.limit": 20_000 },
        mappings: { properties },
      })
    ).status,
  ).toBe(200);
  const wide = Object.fromEntries(
    Array.from({ length: FIELDS }, (_, at) => [
      nameOf(at),
      at % 4 === 3 ? "2020-01-01" : at % 4 === 2 ? at : `value ${at}`,
    ]),
  );
  expect((await backend.call("PUT", "/wide/_doc/1?refresh=true", wide)).status).toBe(201);
  const items = Array.from({ length: 60_000 }, (_, n) => ({ n, text: "lorem ipsum dolor sit amet ".repeat(6) }));
  expect((await backend.call("PUT", "/huge", { mappings: { dynamic: false } })).status).toBe(200);
  expect((await backend.call("PUT", "/huge/_doc/1?refresh=true", { title: "huge", items })).status).toBe(201);
}, 60_000);
afterAll(() => backend.close());

const args = (path: string, params: Record<string, string>) => ({
  request: consoleRequest(path, { cookie }),
  params,
  context,
});
/** Kilobytes of what a loader gives: what it sends to the browser, and about what its page holds. */
const weigh = (data: unknown) => JSON.stringify(data).length / 1000;

describe("an index of 5,000 fields", () => {
  const params = { appName: "wide" };

  it("shows a few of them at a glance, and all in pages", async () => {
    const first = await overview(args("/app/wide", params));
    expect(first.fields).toMatchObject({ ok: true, value: { total: FIELDS, page: 1 } });
    expect("ok" in first.fields && first.fields.ok && first.fields.value.rows.length).toBe(12);
    // The snippets are as long for every index.
    expect(weigh({ ...first, connect: null })).toBeLessThan(10);
    const last = await overview(args("/app/wide?fields=all&page=50", params));
    expect(last.fields).toMatchObject({ value: { page: 50, remarks: [] } });
    expect("ok" in last.fields && last.fields.ok && last.fields.value.rows.map(({ path }) => path)).toEqual(
      Array.from({ length: 100 }, (_, at) => nameOf(4900 + at)),
    );
    expect(weigh({ ...last, connect: null })).toBeLessThan(20);
  });

  it("is browsed with some columns, any of them by name", async () => {
    const data = await browse(args("/app/wide/browse", params));
    expect(weigh(data)).toBeLessThan(40);
    const named = await browse(args(`/app/wide/browse?column=${nameOf(4999)}`, params));
    expect(named.open && named.table.ok && named.table.value.columns.map(({ path }) => path)).toEqual([nameOf(4999)]);
  });

  it("keeps the search preview and a document small", async () => {
    expect(weigh(await preview(args("/app/wide/search-preview", params)))).toBeLessThan(100);
    expect(weigh(await document(args("/app/wide/browse/1", { ...params, docId: "1" })))).toBeLessThan(100);
  });
});

describe("a document of 10 MB", () => {
  const params = { appName: "huge", docId: "1" };

  it("is shown in part, in each view", async () => {
    for (const view of ["", "?view=json", "?view=mapping"])
      expect(weigh(await document(args(`/app/huge/browse/1${view}`, params))), view).toBeLessThan(250);
    expect(weigh(await browse(args("/app/huge/browse", params)))).toBeLessThan(40);
  });

  it("is shown in part in the preview's response", async () => {
    expect(weigh(await preview(args("/app/huge/search-preview?call=response", params)))).toBeLessThan(250);
  });

  it("is edited as a file, for no text area bears it", async () => {
    const { editor: data } = await edit(args("/app/huge/browse/1/edit", params));
    expect(data).toMatchObject({ text: null, again: false });
    expect(data.bytes).toBeGreaterThan(10_000_000);
    expect(weigh(data)).toBeLessThan(2);

    const send = async (file: string | Uint8Array<ArrayBuffer>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ intent: "review-file", version: data.version }))
        form.append(name, value);
      form.append("file", new Blob([file]), "document.json");
      const request = new Request("http://console.test/app/huge/browse/1/edit", {
        method: "POST",
        headers: { Cookie: cookie, Origin: "http://console.test" },
        body: form,
      });
      return save({ request, params, context });
    };
    const messageOf = async (file: string | Uint8Array<ArrayBuffer>) => JSON.stringify(await send(file));
    expect(await messageOf('{"title":\n"a" "b"}')).toContain("line 2, column 5");
    expect(await messageOf("[1]")).toContain("A document must be an object");
    expect(await messageOf(Uint8Array.from([0x89, 0x50, 0xff, 0xfe]))).toContain("not text in UTF-8");

    const stored = (await edit(args("/app/huge/browse/1/edit?as=text", params))).editor.text ?? "";
    const answer = await send(stored.replace('"title":"huge"', '"title":"changed"'));
    expect(answer).toBeInstanceOf(Response);
    const to = answer instanceof Response ? (answer.headers.get("Location") ?? "") : "";
    expect(JSON.stringify(await review(args(to, params)))).toContain("changed");
    expect(await edit(args(to.replace("/review", "/edit"), params))).toMatchObject({
      editor: { text: null, again: true },
    });
  });

  it("is edited in a text area when one insists: whole, and not blown up by a layout", async () => {
    const { editor } = await edit(args("/app/huge/browse/1/edit?as=text", params));
    expect(editor.text?.length).toBeGreaterThan(10_000_000);
    expect(editor.text).not.toContain("\n");
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { loader as detail } from "~/routes/data/stored-queries/stored-query";
import type { loader as editPage } from "~/routes/data/stored-queries/edit";
import type { loader as executePage } from "~/routes/data/stored-queries/execute";
import type { loader as list } from "~/routes/data/stored-queries/list";
import type { loader as newPage } from "~/routes/data/stored-queries/new";
import type { loader as reviewPage } from "~/routes/data/stored-queries/review";
import { storedQueries } from "~/routes/data/stored-queries/_parts/thing";
import { appLevel, clusterLevel } from "~/navigation/paths";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { playServer, searchServer } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";

let backend: TestBackend;
const TOP = {
  index: "films",
  description: "By genre",
  query: { query: { term: { "genre.keyword": "{{genre}}" } }, size: "{{n}}" },
  params: { genre: "Drama", n: 2 },
};

beforeAll(async () => {
  backend = await startTestBackend();
  for (const [id, genre] of ["Drama", "Drama", "Comedy"].entries())
    await backend.call("PUT", `/films/_doc/${id}?refresh=true`, { title: `Film ${id}`, genre });
  await backend.call("PUT", "/books/_doc/1?refresh=true", { title: "Emma" });
  await backend.call("PUT", "/_storedquery/top-films", TOP);
  await backend.call("PUT", "/_storedquery/all-books", { index: "books", query: { query: { match_all: {} } } });
  await backend.call("POST", "/_storedquery/top-films/execute");
});
afterAll(() => backend.close());

const form = (fields: Record<string, string>) => ({
  intent: "take-query",
  description: "",
  index: "films",
  query: '{"query":{"match_all":{}}}',
  params: "{}",
  version: "",
  then: "review",
  ...fields,
});
const locationOf = ({ response }: { response: Response | undefined }) => response?.headers.get("Location") ?? "";

describe("the list", () => {
  it("has usage, search and order, and at an index those about it", async () => {
    const all = await openScreen<typeof list>("stored-queries", { backend });
    expect(all.data?.list?.rows.map(({ id, used }) => [id, used])).toEqual([
      ["all-books", 0],
      ["top-films", 1],
    ]);
    expect(all.data?.list?.rows[1]?.curl).toContain("/_storedquery/top-films/execute");
    const used = await openScreen<typeof list>("stored-queries?sort=used&order=desc", { backend });
    expect(used.data?.list?.rows[0]?.id).toBe("top-films");
    expect((await openScreen<typeof list>("stored-queries?q=genre", { backend })).data?.list?.total).toBe(1);
    expect(
      (await openScreen<typeof list>("stored-queries", { backend, at: "books" })).data?.list?.rows.map(({ id }) => id),
    ).toEqual(["all-books"]);
  });

  it.each([
    [405, ""],
    [404, { error: { type: "index_not_found_exception", reason: "no such index [_storedqueries]" }, status: 404 }],
    [
      400,
      {
        error: {
          code: 400,
          status: "Bad Request",
          message: "elastic: Error 400 (Bad Request): Invalid index name [_storedqueries], must not start with '_'.",
        },
      },
    ],
  ])("says so on a server that has none: %i", async (status, body) => {
    const server = await playServer(
      searchServer({ "/_user": { body: { username: "mira", is_admin: true } }, "/_storedqueries": { status, body } }),
    );
    const opened = await openScreen<typeof list>("stored-queries", {
      backend: { url: server.url, username: "mira", password: "right" },
    });
    expect(opened.status).toBe(200);
    expect(opened.data?.list).toBeNull();
    await server.close();
  });

  it("is for who may tune relevance", async () => {
    expect(await openScreen("stored-queries", { backend, as: { actions: ["develop"] } })).toRequire("Search relevancy");
    expect(await openScreen("stored-queries", { backend, as: { actions: ["search-relevancy"] } })).toOpen();
  });
});

describe("the editor", () => {
  it("refuses names, texts and JSON that cannot be", async () => {
    const post = (fields: Record<string, string>) => openScreen("stored-queries/new", { backend, form: form(fields) });
    expect(await post({ id: "has spaces" })).toHaveFieldError("id", /letters, digits/);
    expect(await post({ id: "" })).toHaveFieldError("id", /Enter a name/);
    expect(await post({ id: "new" })).toHaveFieldError("id", /used by the console/);
    expect(await post({ id: "top-films" })).toHaveFieldError("id", /already/);
    expect(await post({ id: "x", query: "[1]" })).toHaveFieldError("query", /must be an object/);
    expect(await post({ id: "x", params: "{" })).toHaveFieldError("params", /Not valid JSON/);
    expect(await post({ id: "x", index: "" })).toHaveFieldError("index", /Enter the index/);
  });

  it("renders and executes what is typed, keeps it, and saves after a review; the undo takes it back", async () => {
    const typed = form({
      id: "by-title",
      query: '{"query":{"match":{"title":"{{q}}"}},"size":12345678901234567890}',
      params: '{"q":"film"}',
      then: "render",
    });
    const rendered = locationOf(await openScreen("stored-queries/new", { backend, form: typed }));
    const shown = await openScreen<typeof editPage>(rendered, { backend });
    expect(shown.data).toMatchObject({
      version: "",
      values: { id: "by-title", params: expect.stringContaining("film") },
      tried: { what: "render", result: { ok: true } },
    });
    expect(JSON.stringify(shown.data?.tried)).toContain("12345678901234567890");
    const ran = locationOf(
      await openScreen("stored-queries/new", {
        backend,
        form: { ...typed, query: '{"query":{"match":{"title":"{{q}}"}},"size":1}', then: "execute" },
      }),
    );
    expect((await openScreen<typeof editPage>(ran, { backend })).data?.tried?.result).toMatchObject({
      ok: true,
      took: expect.any(Number),
      answer: { isJson: true },
    });
    const wrong = locationOf(
      await openScreen("stored-queries/new", { backend, form: { ...typed, query: '{"query":{"nope":{}}}' } }),
    );
    expect((await openScreen<typeof editPage>(wrong, { backend })).data?.tried?.result).toMatchObject({
      ok: false,
      failure: { status: 400 },
    });

    const review = locationOf(await openScreen("stored-queries/new", { backend, form: { ...typed, then: "review" } }));
    expect((await openScreen<typeof reviewPage>(review, { backend })).data?.review).toMatchObject({
      state: "new",
      request: { method: "PUT", path: "/_storedquery/by-title" },
    });
    const saved = await openScreen(review, { backend, form: { intent: "save-changes", version: "" } });
    expect(saved).toRedirectTo("/cluster/stored-queries/by-title");
    expect(saved.flash).toBe("Stored query by-title saved.");
    expect((await backend.call("GET", "/_storedquery/by-title")).body).toMatchObject({ params: { q: "film" } });
  });

  it("shows what somebody else changed meanwhile, and overwrites it only when told", async () => {
    await backend.call("PUT", "/_storedquery/shared", TOP);
    const { data } = await openScreen<typeof editPage>("stored-queries/shared/edit", { backend });
    const mine = { ...form({ id: "shared", description: "Mine" }), version: data?.version ?? "" };
    const review = locationOf(await openScreen("stored-queries/shared/edit", { backend, form: mine }));
    await backend.call("PUT", "/_storedquery/shared", { ...TOP, description: "Theirs" });
    const refused = await openScreen(review, { backend, form: { intent: "save-changes", version: mine.version } });
    expect(refused.flash).toBe("Not saved: the stored query was changed in the meantime.");
    const shown = await openScreen<typeof reviewPage>(review, { backend });
    expect(shown.data?.review).toMatchObject({ state: "conflict" });
    const now = shown.data?.review.state === "conflict" ? shown.data.review.version : "";
    await openScreen(review, { backend, form: { intent: "save-changes", version: now } });
    expect((await backend.call("GET", "/_storedquery/shared")).body).toMatchObject({ description: "Mine" });
  });

  it("clones, and begins with a search of the preview whose text is a parameter", async () => {
    expect(
      (await openScreen<typeof newPage>("stored-queries/new?from=top-films", { backend })).data?.values,
    ).toMatchObject({
      id: "top-films-copy",
      index: "films",
      description: "By genre",
    });
    const save = await openScreen("search-preview/save?q=film", { backend, at: "films" });
    const opened = await openScreen<typeof newPage>(locationOf(save), { backend });
    expect(opened.data?.values).toMatchObject({ id: "", index: "films", params: '{\n  "text": "film"\n}' });
    expect(opened.data?.values.query).toContain('"{{text}}"');
    expect(opened.data?.values.query).not.toContain('"film"');
  });
});

describe("one", () => {
  it("is shown with the call that runs it, and runs nothing on its own", async () => {
    expect((await openScreen<typeof detail>("stored-queries/top-films", { backend })).data).toMatchObject({
      id: "top-films",
      request: { path: "/_storedquery/top-films/execute" },
    });
    const idle = await openScreen<typeof executePage>("stored-queries/top-films/execute", { backend });
    expect(idle.data?.ran).toBeNull();
    const typed = await openScreen<typeof executePage>("stored-queries/top-films/execute?params=%7Bx&run=1", {
      backend,
    });
    expect(typed.data).toMatchObject({ ran: null, problem: expect.stringContaining("Not valid JSON at line 1") });
  });

  it("is deleted if nobody changed it, with a way back", async () => {
    await backend.call("PUT", "/_storedquery/gone", TOP);
    const page = await openScreen<(args: never) => Promise<{ page: { version: string } }>>(
      "stored-queries/gone/delete",
      { backend },
    );
    const version = page.data?.page.version ?? "";
    await backend.call("PUT", "/_storedquery/gone", { ...TOP, description: "Other" });
    const refused = await openScreen("stored-queries/gone/delete", { backend, form: { intent: "delete", version } });
    expect(refused.flash).toMatch(/^Not deleted: the stored query was changed/);
    const again = await openScreen<(args: never) => Promise<{ page: { version: string } }>>(
      "stored-queries/gone/delete",
      { backend },
    );
    const done = await openScreen("stored-queries/gone/delete", {
      backend,
      form: { intent: "delete", version: again.data?.page.version ?? "" },
    });
    expect(done.flash).toBe("Stored query gone deleted.");
    expect((await backend.call("GET", "/_storedquery/gone")).status).toBe(404);
    expect((await openScreen("stored-queries/gone", { backend })).status).toBe(404);
  });
});

it("that is called as a page is, on an index that is, too", async () => {
  await backend.call("PUT", "/stored-queries/_doc/1?refresh=true", { title: "A" });
  await backend.call("PUT", "/_storedquery/new", { index: "stored-queries", query: { query: { match_all: {} } } });
  for (const at of [clusterLevel, appLevel("stored-queries")])
    expect((await openScreen<typeof detail>(storedQueries.path(at, { id: "new" }), { backend })).data).toMatchObject({
      id: "new",
    });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loader } from "~/routes/data/search-preview/search-preview";
import { loader as suggest } from "~/routes/data/search-preview/suggestions";
import { BackendError } from "~/services/http/errors.server";
import { consoleRequest, playServer, searchServer, testContext, cookiesOf } from "../setup/console";
import { createSession } from "~/sessions.server";
import { startTestBackend, type TestBackend } from "../setup/backend";

let backend: TestBackend;

const films = [
  { title: "The Godfather", genre: "Drama", year: 1972, note: "<script>alert(1)</script> family" },
  { title: "The Godfather: Part II", genre: "Drama", year: 1974 },
  { title: "Airplane!", genre: "Comedy", year: 1980 },
  { title: "Metropolis", genre: "Science fiction", year: 1927 },
];

/** Signs in without the form; the cookie goes into `consoleRequest`. */
function signIn() {
  const context = testContext({ SEARCH_URL: backend.url });
  const setCookie = createSession({ request: consoleRequest("/"), context, url: backend.url, username: backend.username, password: backend.password });
  return { context, cookie: cookiesOf(new Headers({ "Set-Cookie": setCookie })) };
}

async function fill(index: string, documents: readonly object[]) {
  for (const [at, document] of documents.entries()) {
    const { status } = await backend.call("PUT", `/${encodeURIComponent(index)}/_doc/${at + 1}?refresh=true`, document);
    if (status !== 201) throw new Error(`document ${at + 1} of ${index} answered ${status}`);
  }
}

beforeAll(async () => {
  backend = await startTestBackend();
  await fill("films", films);
  await fill("günther.films", films.slice(0, 1));
  await backend.call("PUT", "/empty");
  await backend.call("PUT", "/closed");
  await backend.call("POST", "/closed/_close");
});
afterAll(() => backend.close());

async function open(query: string, appName = "films", session = signIn()) {
  const request = consoleRequest(`/app/${encodeURIComponent(appName)}/search-preview${query}`, { cookie: session.cookie });
  return loader({ request, params: { appName }, context: session.context });
}

async function preview(query: string, appName?: string) {
  const found = await open(query, appName);
  if (found.preview === null) throw new Error("the index is closed");
  return found.preview;
}

async function hits(query: string, appName?: string) {
  const { results } = await preview(query, appName);
  if (results.kind !== "hits") throw new Error(JSON.stringify(results));
  return results;
}

const titles = (results: Awaited<ReturnType<typeof hits>>) => results.rows.map((row) => row.title.map(({ text }) => text).join(""));
const failure = (run: Promise<unknown>) =>
  run.then(
    () => null,
    (error: unknown) => (error instanceof BackendError ? error.failure : error),
  );

describe("a search", () => {
  it("finds a film by a misspelt title, best first, with the words marked", async () => {
    const found = await hits("?q=godfathr");
    expect(found.total).toBe(2);
    expect(titles(found).sort()).toEqual(["The Godfather", "The Godfather: Part II"]);
    expect(found.rows[0]?.title).toContainEqual({ text: "Godfather", mark: true });
    expect(Number(found.rows[0]?.score)).toBeGreaterThan(0);
    expect((await hits("?q=godfather&marks=0")).rows[0]?.title.some(({ mark }) => mark)).toBe(false);
  });

  it("finds nothing misspelt when typing errors are off, and says so", async () => {
    const off = await hits("?q=metrapolis&fuzziness=0&field=title&weight=1&sub=0");
    expect(off.total).toBe(0);
    expect((await hits("?q=metrapolis&fuzziness=1&field=title&weight=1&sub=0")).total).toBe(1);
  });

  it("wants all words or any of them", async () => {
    expect((await hits("?q=godfather+airplane&words=and&sub=0&field=title")).total).toBe(0);
    expect((await hits("?q=godfather+airplane&words=or&sub=0&field=title")).total).toBe(3);
  });

  it("shows everything without a text, sorted and in pages", async () => {
    const first = await hits("?sort=year&order=asc&size=5");
    expect(titles(first)).toEqual(["Metropolis", "The Godfather", "The Godfather: Part II", "Airplane!"]);
    expect((await hits("?page=2&size=5")).rows).toEqual([]);
  });

  it.each(["?page=-1", "?page=abc", "?size=7", "?sort=nothing", "?fuzziness=9", "?view=x&call=y", "?facets=1&facet=nothing", "?why=nothing"])(
    "takes %s without failing",
    async (query) => {
      expect((await hits(query)).total).toBe(4);
    },
  );

  it("counts facets, each by what the others leave", async () => {
    const { facets } = await preview("?facets=1&facet=genre.keyword&facet=year&is.genre.keyword=Drama");
    expect(facets.find(({ path }) => path === "genre.keyword")).toMatchObject({
      values: expect.arrayContaining([
        { key: "Drama", count: 2, chosen: true },
        { key: "Comedy", count: 1, chosen: false },
      ]),
    });
    expect(facets.find(({ path }) => path === "year")).toMatchObject({ kind: "range", min: "1972", max: "1974" });
    expect((await hits("?is.genre.keyword=Drama&is.genre.keyword=Comedy")).total).toBe(3);
    expect((await hits("?from.year=1973&to.year=1980")).total).toBe(2);
  });

  it("keeps a chosen value that nothing has any more", async () => {
    const { facets } = await preview("?is.genre.keyword=Western");
    expect(facets.find(({ path }) => path === "genre.keyword")).toMatchObject({ values: expect.arrayContaining([{ key: "Western", count: 0, chosen: true }]) });
  });

  it("says which field or weight cannot be used and searches with the others", async () => {
    const { state, controls } = await preview("?q=godfather&field=title&weight=2&field=nope&weight=1&field=year&weight=1&field=genre&weight=much");
    expect(state.rows.map(({ field, problem }) => [field, problem])).toEqual([
      ["title", undefined],
      ["nope", "There is no field nope."],
      ["year", "year holds no text (long)."],
      ["genre", "A weight is a number from 0 to 1,000."],
    ]);
    expect(controls.searched[0]).toEqual({ field: "title", weight: 2 });
    expect((await hits("?q=godfather&field=title&weight=2&field=nope&weight=1")).total).toBe(2);
  });

  it("refuses a bound that is no number, and says so", async () => {
    expect((await preview("?from.year=abc")).notes).toEqual(["year: “abc” is no number, so it does not count."]);
  });

  it("explains a score", async () => {
    const { rows } = await hits("?q=metropolis&why=4");
    const explained = rows.find((row) => row.id === "4");
    expect(explained?.why?.value).toBeCloseTo(Number(explained?.score), 1);
    expect(explained?.why?.details.length).toBeGreaterThan(0);
  });

  it("keeps a document's tags as text", async () => {
    const { rows } = await hits("?q=family&field=note");
    const note = [...(rows[0]?.details ?? []), ...(rows[0]?.found ?? [])].find(({ field }) => field === "note");
    expect(note?.pieces).toContainEqual({ text: "family", mark: true });
    expect(note?.pieces.map(({ text }) => text).join("")).toBe("<script>alert(1)</script> family");
  });

  it("works on names with dots and unicode", async () => {
    expect((await hits("?q=godfather", "günther.films")).total).toBe(1);
  });
});

describe("the call", () => {
  async function text(query: string) {
    const { call } = await preview(query);
    if (!call.ok) throw new Error(JSON.stringify(call.failure));
    return call.text;
  }

  it("is shown as it was sent, answered and translated", async () => {
    expect(JSON.parse(await text("?q=godfathr"))).toMatchObject({
      query: expect.arrayContaining([expect.objectContaining({ id: "search", value: "godfathr" })]),
    });
    expect(JSON.parse(await text("?q=godfathr&call=response"))).toMatchObject({ result: { hits: { total: { value: 2 } } } });
    const translated = await text("?q=godfathr&call=translated");
    expect(translated).toContain("multi_match");
    expect(translated).not.toMatch(/authorization|test-password/i);
  });

  it("comes as curl without the password", async () => {
    const curl = await text("?q=godfathr&call=curl");
    expect(curl).toMatch(/^curl -X POST http:\/\/127\.0\.0\.1:\d+\/films\/_reactivesearch \\\n {2}-u admin \\/);
    expect(curl).not.toContain(backend.password);
  });
});

describe("an index", () => {
  it("that is closed, empty or missing has its own page", async () => {
    expect((await open("", "closed")).preview).toBeNull();
    expect((await hits("", "empty")).total).toBe(0);
    expect((await hits("?q=x", "empty")).total).toBe(0);
    expect(await failure(open("", "missing"))).toMatchObject({ status: 404 });
  });
});

describe("suggestions", () => {
  it("follow what is typed", async () => {
    const { cookie, context } = signIn();
    const ask = (query: string) => suggest({ request: consoleRequest(`/resources/search-suggestions${query}`, { cookie }), params: {}, context });
    expect((await ask("?app=films&q=godf")).suggestions.map(({ value }) => value)).toContain("the godfather");
    expect((await ask("?app=films&q=")).suggestions).toEqual([]);
    expect((await ask("?app=missing&q=a")).suggestions).toEqual([]);
  });
});

describe("on a server that fails in part", () => {
  const mapping = { films: { mappings: { properties: { title: { type: "text", fields: { keyword: { type: "keyword" } } }, genre: { type: "keyword" } } } } };
  const found = {
    took: 3,
    hits: { total: { value: 1, relation: "eq" }, hits: [{ _index: "films", _id: "1", _score: 1.5, _source: { title: "Airplane!" } }] },
    status: 200,
  };
  const refused = { error: { root_cause: [], reason: "all shards failed", failed_shards: [{ reason: { reason: "field is not aggregatable" } }] }, status: 400 };
  const index = {
    "/_aliasedindices": { body: [{ alias: "", index: "films", health: "green", status: "open", "docs.count": 1, "store.size": "1kb" }] },
    "/films/_mapping": { body: mapping },
  };

  async function withServer(
    answer: (body: string) => { status?: number; body: unknown },
    run: (session: { cookie: string; context: ReturnType<typeof testContext> }) => Promise<void>,
    actions = ["develop"],
  ) {
    const rest = searchServer({ ...index, "/_user": { body: { username: "mira", is_admin: false, allowed_actions: actions } } });
    const server = await playServer((seen) => (seen.path.endsWith("/_reactivesearch") ? answer(seen.body) : rest(seen)));
    try {
      const context = testContext({ SEARCH_URL: server.url });
      const setCookie = createSession({ request: consoleRequest("/"), context, url: server.url, username: "mira", password: "right" });
      await run({ context, cookie: cookiesOf(new Headers({ "Set-Cookie": setCookie })) });
    } finally {
      await server.close();
    }
  }

  it("shows the hits though a facet failed", () =>
    withServer(
      () => ({ body: { result: found, "list-1": refused, settings: { took: 3 } } }),
      async (session) => {
        const { preview: page } = await open("?q=plane", "films", session);
        expect(page?.results).toMatchObject({ kind: "hits", total: 1 });
        expect(page?.facets[0]?.problem).toBe("field is not aggregatable");
      },
    ));

  it("asks again without facets when they make the whole request fail", () =>
    withServer(
      (body) => (body.includes("list-1") ? { status: 400, body: { error: { code: 400, message: "no such interval" } } } : { body: { result: found } }),
      async (session) => {
        const { preview: page } = await open("?q=plane", "films", session);
        expect(page?.results).toMatchObject({ kind: "hits", total: 1 });
        expect(page?.notes.join()).toContain("no such interval");
      },
    ));

  it.each(["develop", "search-relevancy"])("lets in who may %s", (action) =>
    withServer(
      () => ({ body: { result: found } }),
      async (session) => {
        expect((await open("?q=plane", "films", session)).preview?.results).toMatchObject({ kind: "hits", total: 1 });
      },
      [action],
    ),
  );

  it("shows the engine's own words beside the form", () =>
    withServer(
      () => ({ body: { result: refused } }),
      async (session) => {
        const { preview: page } = await open("?q=plane", "films", session);
        expect(page?.results).toEqual({ kind: "refused", message: "field is not aggregatable" });
      },
    ));

  it("keeps the form when the search cannot be answered at all", () =>
    withServer(
      () => ({ status: 500, body: { error: { message: "engine down" } } }),
      async (session) => {
        const { preview: page } = await open("?q=plane&call=response", "films", session);
        expect(page?.results).toMatchObject({ kind: "failed", failure: { status: 500, detail: "engine down" } });
        expect(page?.state.q).toBe("plane");
        expect(page?.call).toMatchObject({ ok: false });
      },
    ));

  it("is refused to a user who may not develop", () =>
    withServer(
      () => ({ body: { result: found } }),
      async (session) => {
        expect(await failure(open("", "films", session))).toMatchObject({ status: 403, missing: "Develop" });
      },
      ["billing"],
    ));
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { previewAddress } from "~/routes/data/search-preview/_parts/preview-address";
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

const load = (path: string, appName: string, session: ReturnType<typeof signIn>) =>
  loader({ request: consoleRequest(path, { cookie: session.cookie }), params: { appName }, context: session.context });

/** Where a long address leads to, null where it is short already. */
async function shortened(query: string, appName = "films", session = signIn()) {
  try {
    await load(`/app/${encodeURIComponent(appName)}/search-preview${query}`, appName, session);
    return null;
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    return thrown.headers.get("Location") ?? "";
  }
}

/** Opens the page as a browser does: by way of the short address, never more than once. */
async function open(query: string, appName = "films", session = signIn()) {
  const path = `/app/${encodeURIComponent(appName)}/search-preview${query}`;
  return load(path, appName, session).catch((thrown: unknown) => {
    if (!(thrown instanceof Response)) throw thrown;
    return load(thrown.headers.get("Location") ?? "", appName, session);
  });
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

  it.each([
    ["?page=-1", "Page “-1” is not a whole number from 1 to 2,000. Using 1 instead."],
    ["?page=1500&size=20", "Only the first 10,000 hits can be shown. Using page 1 instead."],
    ["?size=7", "Hits per page “7” is not one of 5, 10, 20, 50. Using 10 instead."],
    ["?sort=nothing", "Sort “nothing” is not one of genre.keyword, note.keyword, title.keyword, year. Using relevance instead."],
    ["?fuzziness=9", "Typo tolerance “9” is not one of AUTO, 0, 1, 2. Using AUTO instead."],
    ["?view=x", "View “x” is not one of cards, rows. Using cards instead."],
    ["?facet=nothing", "Facet “nothing” is not available. It was ignored."],
    ["?is.nothing=1", "Facet “nothing” is not available. It was ignored."],
    ["?is.year=1972", "year is filtered by a range, not by values. It was ignored."],
    ["?from.year=abc", "year: “abc” is not a number. It was ignored."],
  ])("takes %s without failing, and says what it used instead", async (query, told) => {
    const { results, remarks } = await preview(query);
    expect(results).toMatchObject({ kind: "hits", total: 4 });
    expect(remarks.map(({ text }) => text)).toEqual([told]);
  });

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

  it("keeps a chosen value that no hit has any more", async () => {
    const { facets } = await preview("?is.genre.keyword=Western");
    expect(facets.find(({ path }) => path === "genre.keyword")).toMatchObject({ values: expect.arrayContaining([{ key: "Western", count: 0, chosen: true }]) });
  });

  it("says which field or weight cannot be used and searches with the others", async () => {
    const { controls } = await preview("?q=godfather&field=title&weight=2&field=nope&weight=1&field=year&weight=1&field=genre&weight=much");
    expect(controls.rows.map(({ field, problem }) => [field, problem])).toEqual([
      ["title", undefined],
      ["nope", "Field nope does not exist."],
      ["year", "year is not a text field (long)."],
      ["genre", "Enter a weight from 0 to 1,000."],
    ]);
    expect(controls.searched[0]).toEqual({ field: "title", weight: 2 });
    expect((await hits("?q=godfather&field=title&weight=2&field=nope&weight=1")).total).toBe(2);
  });

  it("lists facets and their values in the same order, whatever is chosen", async () => {
    const orders = await Promise.all(
      ["", "?q=godfather", "?is.genre.keyword=Science+fiction", "?facet=year&facet=genre.keyword", "?from.year=1970&is.title.keyword=Airplane!"].map(
        async (query) => {
          const { facets } = await preview(query);
          return facets.flatMap((facet) => [facet.path, ...(facet.kind === "values" ? facet.values.map(({ key }) => `${facet.path}=${key}`) : [])]);
        },
      ),
    );
    const [usual = []] = orders;
    expect(usual).toEqual(["genre.keyword", "genre.keyword=Comedy", "genre.keyword=Drama", "genre.keyword=Science fiction", "year"]);
    for (const order of orders) expect(order.filter((name) => usual.includes(name))).toEqual(usual.filter((name) => order.includes(name)));
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

describe("its address", () => {
  /** What a browser without scripts sends when nothing was changed in the form. */
  const wholeForm =
    "q=&field=title&weight=1.0&field=genre&weight=1.0&field=note&weight=1.0&field=&weight=1.0&sub=0&sub=1&fuzziness=AUTO&words=or&from.year=&to.year=&facets=1&facet=genre.keyword&facet=year&marks=0&marks=1&record=0";

  const decoded = async (query: string) => decodeURIComponent((await shortened(query)) ?? "");

  it("holds what differs from the defaults: a form without scripts is led there once", async () => {
    expect(await decoded(`?${wholeForm}`)).toBe("/app/films/search-preview");
    expect(await decoded(`?${wholeForm.replace("q=", "q=godfather").replace("words=or", "words=and")}`)).toBe(
      "/app/films/search-preview?q=godfather&words=and",
    );
    expect(await decoded("?field=title&weight=5.0&field=genre&weight=1.0&field=&weight=1.0")).toBe("/app/films/search-preview?field=title^5&field=genre");
    expect(await decoded("?facets=1&facet=year&other.genre.keyword=Drama")).toBe("/app/films/search-preview?facet=year");
    expect(await decoded("?other.genre.keyword=Drama&is.genre.keyword=Comedy&q=&size=10")).toBe(
      "/app/films/search-preview?is.genre.keyword=Comedy&is.genre.keyword=Drama",
    );
  });

  it.each([
    "?q=godfather&words=and",
    "?field=title^5&field=genre",
    "?facets=1",
    "?facet=year",
    "?is.genre.keyword=Comedy&from.year=1970",
    "?call=curl&view=rows",
  ])("%s is short already", async (query) => {
    expect(await shortened(query)).toBeNull();
  });

  it("stays as it was typed where a part of it could not be read", async () => {
    expect(await shortened("?q=&fuzziness=AUTO&page=abc")).toBeNull();
    expect(await decoded("?field=title&weight=much")).toBe("/app/films/search-preview?field=title^much");
    expect((await preview("?field=title^much")).controls.rows).toEqual([{ field: "title", weight: "much", problem: "Enter a weight from 0 to 1,000." }]);
  });

  it("that a page makes gives back what it was made of", async () => {
    const found = await preview(
      "?q=x&field=title^2&field=a%5Eb^1&words=and&is.genre.keyword=Drama&to.year=1980&sort=year&order=desc&size=5&page=2&why=3&record=1&sub=0",
    );
    const { search } = previewAddress(found.usual).at("", found.state);
    expect((await preview(search)).state).toEqual(found.state);
    expect(found.state).toMatchObject({ sort: { by: "year", order: "desc" }, page: 2, why: "3", subFields: false, record: true, operator: "and" });
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
        expect(page?.remarks.map(({ text }) => text).join()).toContain("no such interval");
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

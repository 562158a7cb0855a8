import { describe, expect, it } from "vitest";
import { loader as suggest } from "~/routes/data/search-preview/suggestions";
import { BackendError } from "~/services/platform/http/errors.server";
import { consoleRequest, playServer, searchServer, testContext, cookiesOf } from "../../setup/console";
import { createSession } from "~/sessions.server";
import { hits, open, previewFilms, signIn } from "./support/search-preview";

previewFilms();

const failure = (run: Promise<unknown>) =>
  run.then(
    () => null,
    (error: unknown) => (error instanceof BackendError ? error.failure : error),
  );

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
    const ask = (query: string) =>
      suggest({ request: consoleRequest(`/resources/search-suggestions${query}`, { cookie }), params: {}, context });
    expect((await ask("?app=films&q=godf")).suggestions.map(({ value }) => value)).toContain("the godfather");
    expect((await ask("?app=films&q=")).suggestions).toEqual([]);
    expect((await ask("?app=missing&q=a")).suggestions).toEqual([]);
  });
});

describe("on a server that fails in part", () => {
  const mapping = {
    films: {
      mappings: {
        properties: { title: { type: "text", fields: { keyword: { type: "keyword" } } }, genre: { type: "keyword" } },
      },
    },
  };
  const found = {
    took: 3,
    hits: {
      total: { value: 1, relation: "eq" },
      hits: [{ _index: "films", _id: "1", _score: 1.5, _source: { title: "Airplane!" } }],
    },
    status: 200,
  };
  const refused = {
    error: {
      root_cause: [],
      reason: "all shards failed",
      failed_shards: [{ reason: { reason: "field is not aggregatable" } }],
    },
    status: 400,
  };
  const index = {
    "/_aliasedindices": {
      body: [{ alias: "", index: "films", health: "green", status: "open", "docs.count": 1, "store.size": "1kb" }],
    },
    "/films/_mapping": { body: mapping },
  };

  async function withServer(
    answer: (body: string) => { status?: number; body: unknown },
    run: (session: { cookie: string; context: ReturnType<typeof testContext> }) => Promise<void>,
    actions = ["develop"],
  ) {
    const rest = searchServer({
      ...index,
      "/_user": { body: { username: "mira", is_admin: false, allowed_actions: actions } },
    });
    const server = await playServer((seen) =>
      seen.path.endsWith("/_reactivesearch") ? answer(seen.body) : rest(seen),
    );
    try {
      const context = testContext({ SEARCH_URL: server.url });
      const setCookie = createSession({
        request: consoleRequest("/"),
        context,
        url: server.url,
        username: "mira",
        password: "right",
      });
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
      (body) =>
        body.includes("list-1")
          ? { status: 400, body: { error: { code: 400, message: "no such interval" } } }
          : { body: { result: found } },
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

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CATEGORIES } from "@common/access-control/categories";
import { PASSES } from "@backend/gateway/platform/allow-list/table";
import { type Api, makeShoes, openApi } from "../api";

// Stands in a foreign index, in one whose name is a number, and in a hidden one.
const MARK = "topsecret";
const SEALED = "sealedsecret";

type Call = [method: string, path: string, body?: unknown];
/** A place of a body or a path that names an index. */
type Place = {
  name: string;
  call: (index: unknown) => Call;
  names: { foreign: readonly unknown[]; system: readonly unknown[] };
};

const lines = (...objects: unknown[]) => `${objects.map((one) => JSON.stringify(one)).join("\n")}\n`;
const rank = (request: unknown) => ({ requests: [{ id: "a", request, ratings: [] }], metric: { precision: {} } });

// Queries that read from an index of their own.
const QUERIES: Record<string, (index: unknown) => unknown> = {
  terms: (index) => ({ terms: { brand: { index, id: "1", path: "brand" } } }),
  like: (index) => ({
    more_like_this: { fields: ["brand"], like: [{ _index: index, _id: "1" }], min_term_freq: 1, min_doc_freq: 1 },
  }),
  unlike: (index) => ({ more_like_this: { fields: ["brand"], like: "boot", unlike: { _index: index, _id: "1" } } }),
  percolate: (index) => ({ percolate: { field: "q", index, id: "1" } }),
  shape: (index) => ({ geo_shape: { place: { indexed_shape: { index, id: "1", path: "place" } } } }),
  wrapper: (index) => ({
    wrapper: {
      query: Buffer.from(JSON.stringify({ terms: { brand: { index, id: "1", path: "brand" } } })).toString("base64"),
    },
  }),
  deep: (index) => ({
    bool: {
      must_not: [
        {
          nested: {
            path: "a",
            query: { constant_score: { filter: { terms: { brand: { index, id: "1", path: "brand" } } } } },
          },
        },
      ],
    },
  }),
  scored: (index) => ({
    function_score: {
      query: { match_all: {} },
      functions: [{ filter: { terms: { brand: { index, id: "1", path: "brand" } } }, weight: 2 }],
    },
  }),
};
const lookUp = QUERIES["terms"] ?? (() => ({}));

// Bodies that hold a query.
const HOLDERS: Record<string, (query: unknown) => Call> = {
  query: (query) => ["POST", "/shop/_search", { query }],
  post_filter: (query) => ["POST", "/shop/_search", { post_filter: query }],
  aggs: (query) => ["POST", "/shop/_search", { size: 0, aggs: { a: { filter: query } } }],
  filters: (query) => [
    "POST",
    "/shop/_search",
    { size: 0, aggregations: { a: { filters: { filters: [query] }, aggs: { b: { top_hits: {} } } } } },
  ],
  background: (query) => [
    "POST",
    "/shop/_search",
    { aggs: { a: { significant_terms: { field: "brand", background_filter: query } } } },
  ],
  rescore: (query) => ["POST", "/shop/_search", { rescore: [{ window_size: 9, query: { rescore_query: query } }] }],
  sort: (query) => ["POST", "/shop/_search", { sort: [{ price: { nested: { path: "a", filter: query } } }] }],
  highlight: (query) => ["POST", "/shop/_search", { highlight: { fields: { name: { highlight_query: query } } } }],
  knn: (query) => [
    "POST",
    "/shop/_search",
    { knn: { field: "v", query_vector: [1], k: 1, num_candidates: 1, filter: query } },
  ],
  retriever: (query) => ["POST", "/shop/_search", { retriever: { standard: { query } } }],
  "in the URL": (query) => [
    "GET",
    `/shop/_search?source_content_type=application/json&source=${encodeURIComponent(JSON.stringify({ query }))}`,
  ],
  count: (query) => ["POST", "/shop/_count", { query }],
  validate: (query) => ["POST", "/shop/_validate/query?explain=true", { query }],
  explain: (query) => ["POST", "/shop/_explain/1", { query }],
  msearch: (query) => ["POST", "/shop/_msearch", lines({}, { query })],
  template: (query) => ["POST", "/shop/_search/template", { source: { query } }],
  "template as text": (query) => ["POST", "/shop/_search/template", { source: JSON.stringify({ query }) }],
  rank_eval: (query) => ["POST", "/shop/_rank_eval", rank({ query })],
  field_caps: (query) => ["POST", "/shop/_field_caps?fields=brand", { index_filter: query }],
  delete_by_query: (query) => ["POST", "/shop/_delete_by_query", { query }],
  update_by_query: (query) => ["POST", "/shop/_update_by_query", { query }],
  reindex: (query) => ["POST", "/_reindex", { source: { index: "shop", query }, dest: { index: "shop-copy" } }],
  "alias filter": (query) => ["PUT", "/shop/_alias/shop-filtered", { filter: query }],
  "alias action": (query) => [
    "POST",
    "/_aliases",
    { actions: [{ add: { index: "shop", alias: "shop-filtered", filter: query } }] },
  ],
  "aliases of a new index": (query) => ["PUT", "/shop-new", { aliases: { "shop-filtered": { filter: query } } }],
  defaultQuery: (query) => [
    "POST",
    "/shop/_reactivesearch",
    { query: [{ id: "a", dataField: ["name"], defaultQuery: { query } }] },
  ],
  customQuery: (query) => [
    "POST",
    "/shop/_reactivesearch",
    {
      query: [
        { id: "a", dataField: ["name"], react: { and: "b" } },
        { id: "b", dataField: ["name"], execute: false, customQuery: { query } },
      ],
    },
  ],
};

// Members that name an index themselves.
const NAMING: Record<string, (index: unknown) => Call> = {
  boost: (index) => ["POST", "/shop/_search", { indices_boost: [{ [String(index)]: 2 }] }],
  "header of a search": (index) => ["POST", "/shop/_msearch", lines({ index }, {})],
  "header of a search, indices": (index) => ["POST", "/shop/_msearch", lines({ indices: index }, {})],
  "header of a search, alone": (index) => ["POST", "/_msearch", lines({ index }, {})],
  mget: (index) => ["POST", "/shop/_mget", { docs: [{ _index: index, _id: "1" }] }],
  "reactivesearch index": (index) => [
    "POST",
    "/shop/_reactivesearch",
    { query: [{ id: "a", dataField: ["name"], index }] },
  ],
  "reindex source": (index) => ["POST", "/_reindex", { source: { index }, dest: { index: "shop-copy" } }],
  "reindex dest": (index) => ["POST", "/_reindex", { source: { index: "shop" }, dest: { index } }],
  "alias index": (index) => ["POST", "/_aliases", { actions: [{ add: { index, alias: "shop-x" } }] }],
  "alias indices": (index) => ["POST", "/_aliases", { actions: [{ add: { indices: index, alias: "shop-x" } }] }],
  "alias name": (index) => ["POST", "/_aliases", { actions: [{ add: { index: "shop", alias: index } }] }],
  "remove index": (index) => ["POST", "/_aliases", { actions: [{ remove_index: { index } }] }],
  "alias of a path": (index) => ["PUT", "/shop/_alias/shop-x", { index }],
  "term vectors": (index) => ["POST", "/shop/_termvectors/1", { _index: index, fields: ["brand"] }],
  ...Object.fromEntries(
    ["index", "create", "update", "delete"].map((action) => [
      `bulk ${action}`,
      (index: unknown): Call => [
        "POST",
        "/shop/_bulk",
        lines(
          { [action]: { _index: index, _id: "1" } },
          ...(action === "delete" ? [] : [action === "update" ? { doc: { brand: "x" } } : { brand: "x" }]),
        ),
      ],
    ]),
  ),
};

const SYSTEM: readonly unknown[] = [
  ".planted",
  ".users",
  ".permissions",
  ".logs",
  ".*",
  ".pl*",
  "<.planted>",
  "<.pl{now/d}>",
  "shop,.planted",
  ["shop", ".users"],
  "x:.users",
];
const FOREIGN: readonly unknown[] = [
  "hidden",
  2024,
  "2024",
  "*",
  "_all",
  "hid*",
  "<hidden>",
  "<{now}>",
  "shop,hidden",
  ["shop", "hidden"],
  [["hidden"]],
  "*,-shop",
  "x:hidden",
  "x:shop",
  ["shop", 2024],
];
// Each query and each member is asked with all names; where a query may stand, with a few.
const ALL = { foreign: FOREIGN, system: SYSTEM };
const FEW = { foreign: ["hidden", 2024, "_all"], system: [".planted", "<.users>"] };
const PLACES: readonly Place[] = [
  ...Object.entries(HOLDERS).map(([name, holder]): Place => ({
    name: `${name}: a look-up`,
    call: (index) => holder(lookUp(index)),
    names: FEW,
  })),
  ...Object.entries(QUERIES).map(([name, query]): Place => ({
    name: `query: ${name}`,
    call: (index) => ["POST", "/shop/_search", { query: query(index) }],
    names: ALL,
  })),
  ...Object.entries(NAMING).map(([name, call]): Place => ({ name, call, names: ALL })),
];

// Names that are none, which engines read as every index.
const EMPTY: readonly unknown[] = ["", [], [""], ","];
const MAY_BE_EMPTY = /^header/;

const UNLIMITED = Object.fromEntries(
  [...CATEGORIES.map((category) => `${category}_limit`), "ip_limit"].map((name) => [name, 1_000_000]),
);

// What an answer shows, without the names that a refusal repeats from the path as it went on.
function tells(text: string): boolean {
  const own = text.replace(/(,|%2C)-\.[\w-]+\*/g, "");
  return own.includes(SEALED) || own.includes("$2a$") || /\.(users|permissions|planted|logs)\b/.test(own);
}

describe("planted documents", () => {
  let api: Api;
  let limited: string;
  let wide: string;

  async function plant(index: string, mark: string, settings: object = {}) {
    await api.call("DELETE", `/${index}`);
    await api.call("PUT", `/${index}`, { settings });
    await api.call("PUT", `/${index}/_doc/1?refresh=true`, { name: mark, brand: mark });
  }

  beforeAll(async () => {
    api = await openApi();
    await makeShoes(api, "shop");
    await plant("hidden", MARK);
    await plant("2024", MARK);
    await plant(".planted", SEALED, { index: { hidden: true } });
    // An alias is hidden by a word of its own.
    await api.call("PUT", "/.planted/_alias/.seen");
    const rest = {
      categories: ["docs", "search", "indices", "cat", "clusters", "misc", "reactivesearch"],
      ops: ["read", "write", "delete"],
      limits: UNLIMITED,
    };
    limited = await api.credential({ ...rest, indices: ["shop"] });
    wide = await api.credential({ ...rest, indices: ["*"] });
  }, 60_000);
  afterAll(async () => {
    await api.call("DELETE", "/.planted");
    await api.close();
  });

  async function expectRefused(as: string, [method, path, body]: Call) {
    const reply = await api.call(method, path, body, { as });
    const said = `${method} ${path} ${typeof body === "string" ? body : JSON.stringify(body)}: ${reply.text.slice(0, 300)}`;
    expect(
      [reply.text.includes(MARK) && as === limited, reply.text.includes(SEALED), reply.text.includes("$2a$")],
      said,
    ).toEqual([false, false, false]);
    expect(reply.status, said).toBeGreaterThanOrEqual(400);
    expect(reply.status, said).toBeLessThan(500);
  }

  test.each(PLACES.map((place) => [place.name, place] as const))(
    "no other index by %s",
    async (name, { call, names: { foreign, system } }) => {
      for (const index of [...foreign, ...system, ...(MAY_BE_EMPTY.test(name) ? EMPTY : [])])
        await expectRefused(limited, call(index));
      for (const index of system) await expectRefused(wide, call(index));
    },
  );

  test("a shape without an index is looked for in one called shapes, which is another", async () => {
    await expectRefused(limited, [
      "POST",
      "/shop/_search",
      { query: { geo_shape: { place: { indexed_shape: { id: "1", path: "place" } } } } },
    ]);
  });

  test("templates behind the checks are for admins", async () => {
    const templates = [{ id: "t", template: { source: JSON.stringify({ query: lookUp("hidden") }) } }];
    await expectRefused(limited, ["POST", "/shop/_rank_eval", { ...rank({}), templates }]);
    await expectRefused(limited, [
      "POST",
      "/shop/_search",
      {
        suggest: {
          a: { text: "x", phrase: { field: "name", collate: { query: { source: JSON.stringify(lookUp("hidden")) } } } },
        },
      },
    ]);
  });

  const PATTERNS = ["*seen", "*een,*", "s*,*", "*,-shop", "*s*", "*logs", "**", "*.*", "*planted", "*,*"];

  test.each(PATTERNS)("no hidden index by an alias of it: %s", async (pattern) => {
    const calls: Call[] = [
      ["GET", `/${pattern}/_search?size=100`], ["GET", `/${encodeURIComponent(pattern)}/_search?size=100`], ["POST", `/${pattern}/_msearch`, lines({}, {})], ["POST", "/_msearch", lines({ index: pattern }, {})], ["POST", "/shop/_msearch", lines({ index: pattern.split(",") }, { size: 100 })],
      ["POST", `/${pattern}/_reactivesearch`, { query: [{ id: "a", dataField: ["name"], size: 100 }] }], ["POST", "/shop/_reactivesearch", { query: [{ id: "a", dataField: ["name"], index: pattern, size: 100 }] }], ["GET", `/${pattern}/_mapping`], ["GET", `/${pattern}`], ["GET", `/${pattern}/_settings`], ["GET", `/${pattern}/_field_caps?fields=*`],
      ["POST", `/${pattern}/_search/template`, { source: { size: 100 } }], ["POST", "/_reindex?refresh=true", { source: { index: pattern.split(",") }, dest: { index: "taken-away" } }], ["POST", `/_reindex/${pattern}/taken-away`, { action: ["data"] }], ["POST", `/_reindex/${pattern}`, {}], ["GET", "/taken-away/_search?size=100"],
    ]; // prettier-ignore
    for (const [method, path, sent] of calls) {
      const reply = await api.call(method, path, sent, { as: wide });
      expect(tells(reply.text), `${method} ${path}: ${reply.text.slice(0, 300)}`).toBe(false);
    }
    for (const path of ["_count", "_delete_by_query?conflicts=proceed", "_update_by_query?conflicts=proceed"]) {
      const { body } = await api.call(
        "POST",
        `/${pattern}/${path}`,
        { query: { match: { brand: SEALED } } },
        { as: wide },
      );
      expect(body, path).toMatchObject(path === "_count" ? { count: 0 } : { total: 0 });
    }
    await api.call("DELETE", "/taken-away");
  });

  test("an alias of every index is none of a hidden one", async () => {
    for (const [path, body] of [
      ["/*/_alias/grab", undefined],
      ["/_all/_alias/grab", {}],
      ["/_aliases", { actions: [{ add: { index: "*", alias: "grab" } }] }],
      ["/_aliases", { actions: [{ add: { indices: ["*", "_all"], aliases: ["grab"] } }] }],
    ] as const) {
      await api.call(path === "/_aliases" ? "POST" : "PUT", path, body, { as: wide });
      const reply = await api.call("GET", "/grab/_search?size=100", undefined, { as: wide });
      expect(reply.text.includes(SEALED) || reply.text.includes("$2a$"), `${path}: ${reply.text.slice(0, 300)}`).toBe(
        false,
      );
      await api.call("POST", "/_aliases", { actions: [{ remove: { index: "*", alias: "grab" } }] });
    }
  });

  test("nobody ends the scrolls of all others", async () => {
    for (const [path, body] of [
      ["/_search/scroll/_all", undefined],
      ["/_search/scroll", { scroll_id: "_all" }],
      ["/_search/scroll", { scroll_id: ["x", "_all"] }],
      ["/_search/scroll", '{"scroll_id":"\\u005fall"}'],
    ] as const) {
      expect((await api.call("DELETE", path, body, { as: wide })).status, `${path} ${JSON.stringify(body)}`).toBe(401);
    }
  });

  const READS = PASSES.filter(
    ({ others, parameters }) => others === "refused" && parameters.includes("expand_wildcards"),
  ).flatMap(({ routes }) =>
    routes.filter(
      (route) =>
        /^(GET|POST) /.test(route) && !/_(close|open|delete_by_query|update_by_query|mapping|mappings)$/.test(route),
    ),
  );
  const STAND: Record<string, string> = { id: "1", name: "*", fields: "*", metric: "docs" };

  function bodyFor(route: string): unknown {
    if (route.startsWith("GET")) return undefined;
    if (route.includes("_reactivesearch")) return { query: [{ id: "a", dataField: ["name"] }] };
    return route.endsWith("_msearch") ? lines({}, {}) : undefined;
  }

  const INDICES = ["*", "_all", "*,-shop"];

  async function answerOf(route: string, { index, words, as }: { index: string; words: string; as?: string }) {
    const [method = "", template = ""] = route.split(" ");
    const path = template
      .replace("*rest", template.startsWith("/_cat") ? "indices" : "health")
      .replace(/:(\w+)/g, (_, name: string) => (name === "index" ? index : (STAND[name] ?? name)));
    const more = template.includes("_field_caps") ? "&fields=*" : "";
    const { text } = await api.call(
      method,
      `${path}?expand_wildcards=${words}&allow_no_indices=true&ignore_unavailable=true${more}`,
      bodyFor(route),
      as === undefined ? {} : { as },
    );
    // Names of aliases are told there, whatever they lead to.
    return { path, text, shown: template.startsWith("/_resolve") ? text.includes(SEALED) : tells(text) };
  }

  test.each(READS)("%s finds no hidden index, whatever wild cards are to reach", async (route) => {
    for (const index of route.includes(":index") ? INDICES : INDICES.slice(0, 1)) {
      for (const words of ["all", "open,hidden", "all,none"]) {
        const { path, text, shown } = await answerOf(route, { index, words, as: wide });
        expect(shown, `${path}: ${text.slice(0, 300)}`).toBe(false);
      }
    }
  });

  test("an admin does find them, so that the calls above mean something", async () => {
    const found = await Promise.all(READS.map((route) => answerOf(route, { index: "*", words: "all" })));
    expect(found.filter(({ shown }) => shown).length).toBeGreaterThan(15);
  });

  test("nothing was changed", async () => {
    expect((await api.call("GET", "/hidden/_doc/1")).body).toMatchObject({ _version: 1, _source: { brand: MARK } });
    expect((await api.call("GET", "/.planted/_doc/1")).body).toMatchObject({ _version: 1, _source: { brand: SEALED } });
    expect((await api.call("GET", "/hidden/_alias")).body).toEqual({ hidden: { aliases: {} } });
    expect((await api.call("GET", "/.planted/_alias")).body).toEqual({ ".planted": { aliases: { ".seen": {} } } });
    expect((await api.call("HEAD", "/shop-copy")).status).toBe(404);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ALLOWED_ACTIONS, CATEGORIES } from "@common/access-control/categories";
import { type Api, basic, makeShoes, openApi } from "../api";

type Call = [method: string, path: string, body?: unknown];

// A user and a credential as the gateway would read them, if they came into its indices by another way than its own
// calls.
const INTRUDER = {
  username: "intruder",
  password: "$2a$10$x",
  is_admin: true,
  categories: CATEGORIES,
  allowed_actions: ALLOWED_ACTIONS,
  acls: [],
  indices: ["*"],
  email: "",
  created_at: "",
  updated_at: "",
  sources: null,
};
const DOC = { doc: { is_admin: true } };
const bulk = (index: string) => `{"index":{"_index":"${index}","_id":"intruder"}}\n${JSON.stringify(INTRUDER)}\n`;

// Each tries to write the users or credentials, to read them, or to have them under a name that is not closed.
const CALLS: readonly Call[] = [
  ...[".users", "%2Eusers", ".permissions", ".publickey", "<.users>", "<.us{now{'ers'}}>", "<{now{'.users'}}>", "local:.users", "books,.users", ".us*", "*users", ".*", "books,-x,.users"].flatMap((index): Call[] => [
    ["PUT", `/${index}/_doc/intruder`, INTRUDER], ["POST", `/${index}/_doc`, INTRUDER], ["PUT", `/${index}/_create/intruder`, INTRUDER], ["POST", `/${index}/_update/foo`, DOC], ["POST", `/${index}/user/intruder`, INTRUDER], ["POST", `/${index}/_bulk`, '{"update":{"_id":"foo"}}\n{"doc":{"is_admin":false}}\n'],
    ["DELETE", `/${index}/_doc/foo`], ["DELETE", `/${index}`], ["POST", `/${index}/_close`], ["PUT", `/${index}/_mapping`, { properties: { a: { type: "long" } } }], ["PUT", `/${index}/_settings`, { index: { hidden: false } }], ["PUT", `/${index}/_alias/mine`], ["POST", `/${index}/_clone/mine`], ["GET", `/${index}/_search`],
  ]),
  ["POST", "/_bulk", bulk(".users")], ["POST", "/books/_bulk", bulk(".users")], ["POST", "/books/_bulk", bulk("\\u002eusers")], ["POST", "/books/_bulk", bulk("<.users>")], ["POST", "/books/_bulk?require_alias=false", bulk(".permissions")],
  ["POST", "/_reindex", { source: { index: "books" }, dest: { index: ".users" } }], ["POST", "/_reindex", { source: { index: ".permissions" }, dest: { index: "mine" } }], ["POST", "/_reindex", { source: { index: ["books", ".users"] }, dest: { index: "mine" } }], ["POST", "/_reindex", { source: { index: ".u*" }, dest: { index: "mine" } }],
  ["POST", "/_reindex", { source: { index: "books" }, dest: { index: "<.users>" } }], ["POST", "/_reindex/books/.users", {}], ["POST", "/_reindex/.users/mine", {}], ["POST", "/_reindex/.users", {}], ["POST", "/_reindex/books/%2Epermissions", {}],
  ["POST", "/_aliases", { actions: [{ add: { index: ".users", alias: "mine" } }] }], ["POST", "/_aliases", { actions: [{ add: { indices: ["books", ".us*"], aliases: ["mine"] } }] }], ["POST", "/_aliases", { actions: [{ add: { index: "books", alias: ".users-2" } }] }], ["POST", "/_aliases", { actions: [{ remove_index: { index: ".users" } }] }], ["POST", "/_aliases", { actions: [{ add: { index: "books", alias: "mine", filter: { terms: { a: { index: ".users", id: "foo", path: "password" } } } } }] }],
  ["PUT", "/books/_alias/.users-2"], ["PUT", "/mine", { aliases: { ".permissions": {} } }], ["PUT", "/.mine", {}], ["PUT", "/_template/mine", { index_patterns: [".users*"], settings: {} }], ["PUT", "/_template/mine", { index_patterns: ["*users"], aliases: { mine: {} } }], ["PUT", "/_template/mine", { index_patterns: ["**"], aliases: { mine: {} } }],
  ["PUT", "/_index_template/mine", { index_patterns: [".p*"], template: { aliases: { mine: {} } } }], ["PUT", "/_index_template/mine", { index_patterns: ["books-*"], template: { aliases: { ".users": {} } } }], ["POST", "/books/_clone/.users-2"], ["POST", "/books/_split/.permissions-2", {}], ["POST", "/books/_shrink/.users-2", {}], ["POST", "/books/_rollover/.users-2", {}],
  ["POST", "/books/_clone/mine-2", { aliases: { ".users": {} } }], ["POST", "/.users/_update_by_query", { query: { match_all: {} } }], ["POST", "/books,.users/_delete_by_query", { query: { match_all: {} } }], ["POST", "/.users/_delete_by_query?expand_wildcards=all", { query: { match_all: {} } }],
  ["PUT", "/_snapshot/mine", { type: "fs" }], ["POST", "/_snapshot/mine/one/_restore", { indices: ".users", rename_pattern: ".users", rename_replacement: "mine" }], ["PUT", "/_ingest/pipeline/mine", { processors: [{ set: { field: "_index", value: ".users" } }] }], ["PUT", "/_scripts/mine", { script: { lang: "mustache", source: "{}" } }], ["PUT", "/_component_template/mine", { template: { aliases: { ".users": {} } } }], ["PUT", "/_component_template/mine", { template: { aliases: { mine: { filter: { terms: { a: { index: ".users", id: "foo", path: "password" } } } } } } }], ["PUT", "/_cluster/settings", { persistent: {} }],
  ["POST", "/_mget", { docs: [{ _index: ".users", _id: "foo" }] }], ["POST", "/books/_msearch", '{"index":".users"}\n{}\n'], ["GET", "/_cat/indices/.users"], ["GET", "/_cat/indices?expand_wildcards=all&index=.users"], ["GET", "/_resolve/index/.u*"], ["POST", "/books/_search", { query: { terms: { brand: { index: ".users", id: "foo", path: "password" } } } }], ["POST", "/books/_reactivesearch", { query: [{ id: "a", index: ".users", dataField: ["username"] }] }],
]; // prettier-ignore

const named = CALLS.map(
  (call) => [`${call[0]} ${call[1]} ${JSON.stringify(call[2] ?? "")}`.slice(0, 150), call] as const,
);

describe("users and credentials are written by the server's own calls alone", () => {
  let api: Api;
  const callers: Record<string, string> = {};
  let before: unknown;

  const stored = async () =>
    [
      (await api.call("GET", "/.users/_search?size=100", { version: true, sort: ["username"] })).body,
      (await api.call("GET", "/.permissions/_count")).body,
      (await api.call("GET", "/.users/_alias")).body,
      (await api.call("GET", "/.users/_mapping")).body,
    ].map((body) => JSON.stringify(body).replace(/"took":\d+/, ""));

  beforeAll(async () => {
    api = await openApi();
    await makeShoes(api, "books");
    await api.call("POST", "/_user", {
      username: "all",
      password: "a-quiet-owl",
      allowed_actions: ALLOWED_ACTIONS,
      indices: ["*"],
    });
    callers["a user with every action and every index"] = basic("all", "a-quiet-owl");
    callers["a credential with every category and every index"] = await api.credential({
      limits: Object.fromEntries(
        [...CATEGORIES.map((category) => `${category}_limit`), "ip_limit"].map((name) => [name, 1_000_000]),
      ),
    });
    before = await stored();
  }, 60_000);
  afterAll(() => api.close());

  // The walls are the same for both, so that of the second each third call will do.
  describe.each([
    ["a user with every action and every index", 1],
    ["a credential with every category and every index", 3],
  ] as const)("%s", (who, each) => {
    test.each(named.filter((_, at) => at % each === 0))("%s", async (_, [method, path, body]) => {
      const reply = await api.call(method, path, body, { as: callers[who] ?? null });
      expect(reply.status).toBeLessThan(500);
      expect(reply.text).not.toContain("$2a$");
      // A pattern that begins with a star matches no hidden index: done, with nothing.
      if (path.startsWith("/*users")) return;
      expect(
        reply.status < 300 && !/"(code|status)":40[0134]|"took":\d+,"errors":true/.test(reply.text),
        reply.text.slice(0, 300),
      ).toBe(false);
    });

    test("and nothing was changed", async () => {
      expect(await stored()).toEqual(before);
      expect((await api.call("GET", "/_user/intruder")).status).toBe(404);
      for (const name of ["mine", "mine-2", ".mine", ".users-2", ".permissions-2"])
        expect((await api.call("GET", `/${name}`)).status).toBe(404);
    });
  });
});

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type GatedCluster, startGatedCluster } from "./gated-cluster";

// A cluster whose security takes a right away while the back end runs: what callers of the back end are told.

let cluster: GatedCluster;

beforeAll(async () => {
  cluster = await startGatedCluster();
  await cluster.call("PUT", "/books/_doc/1?refresh=true", '{"title":"Kept"}');
});
afterAll(() => cluster.close());
beforeEach(() => cluster.gate.decide(() => "pass"));

// The words of OpenSearch's security plugin, and those of Elasticsearch.
const OPENSEARCH =
  "no permissions for [indices:data/write/index] and User [name=deck, backend_roles=[], requestedTenant=null]";
const ELASTICSEARCH =
  "action [indices:data/read/search] is unauthorized for user [deck] with effective roles [few] on indices [books], this action is granted by the index privileges [read,all]";

function refuse(path: RegExp, reason: string): void {
  const error = { type: "security_exception", reason };
  cluster.gate.decide((asked) =>
    path.test(asked)
      ? { status: 403, body: JSON.stringify({ error: { root_cause: [error], ...error }, status: 403 }) }
      : "pass",
  );
}

test("a document that may not be written is refused with 403 and the cluster's reason", async () => {
  refuse(/^\/books\/_doc/, OPENSEARCH);
  const { status, text } = await cluster.call("PUT", "/books/_doc/2", '{"title":"Never"}');
  expect(status).toBe(403);
  expect(JSON.parse(text)).toMatchObject({
    error: {
      code: 403,
      status: "Forbidden",
      message: `elastic: Error 403 (Forbidden): ${OPENSEARCH} [type=security_exception]`,
      cause: { type: "security_exception" },
    },
  });
  cluster.gate.decide(() => "pass");
  expect((await cluster.call("GET", "/books/_doc/2")).status).toBe(404);
});

test("a search, and a query of the ReactiveSearch API, tell it too", async () => {
  refuse(/^\/books\/_(m?search)|^\/_msearch/, ELASTICSEARCH);
  const search = await cluster.call("POST", "/books/_search", "{}");
  expect([search.status, search.text]).toEqual([403, expect.stringContaining("indices:data/read/search")]);
  const query = await cluster.call(
    "POST",
    "/books/_reactivesearch.v3",
    '{"query":[{"id":"q","type":"search","dataField":["title"],"value":"kept"}]}',
  );
  expect([query.status, query.text]).toEqual([403, expect.stringContaining("indices:data/read/search")]);
});

test("rows of a bulk are refused one by one, as the cluster did", async () => {
  const item = {
    index: { _index: "books", _id: "3", status: 403, error: { type: "security_exception", reason: OPENSEARCH } },
  };
  cluster.gate.decide((path) =>
    path.endsWith("/_bulk") ? { status: 200, body: JSON.stringify({ took: 1, errors: true, items: [item] }) } : "pass",
  );
  const { status, text } = await cluster.call("POST", "/books/_bulk", '{"index":{"_id":"3"}}\n{"title":"Never"}\n');
  expect(status).toBe(200);
  expect(JSON.parse(text)).toMatchObject({ errors: true, items: [item] });
});

test("what the back end cannot keep for itself is refused in the same words, and nobody is signed out by it", async () => {
  refuse(/^\/\.users\/_(doc|create)\/reader/, OPENSEARCH);
  const made = await cluster.call("POST", "/_user", '{"username":"reader","password":"of-books"}');
  expect([made.status, made.text]).toEqual([403, expect.stringContaining("indices:data/write/index")]);
  expect((await cluster.call("GET", "/_user")).status).toBe(200);
});

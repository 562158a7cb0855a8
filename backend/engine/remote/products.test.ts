import { afterEach, describe, expect, test } from "vitest";
import { type PlayedNode, playNode } from "../../../tests/setup/cluster";
import { openRemoteEngine, type RemoteEngine } from "./open";
import { PRODUCTS, productOf, warningTexts } from "./products";

const opened: { close: () => Promise<void> }[] = [];

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const OPENSEARCH = "The OpenSearch Project: https://opensearch.org/";
const ELASTICSEARCH = "You Know, for Search";

/**
 * What `GET /` answers, in the shape of each product; only Elasticsearch 7.10 and OpenSearch 2.19 can be started for
 * tests here.
 */
function root({
  number,
  distribution,
  tagline = distribution ? OPENSEARCH : ELASTICSEARCH,
  wire = "",
  flavor,
}: {
  number: string;
  distribution?: string;
  tagline?: string;
  wire?: string;
  flavor?: string;
}) {
  return {
    name: "node-1",
    cluster_name: "played",
    cluster_uuid: "u",
    version: {
      number,
      ...(distribution ? { distribution } : {}),
      build_type: "tar",
      ...(flavor ? { build_flavor: flavor } : {}),
      build_hash: "h",
      build_date: "2025-01-01T00:00:00Z",
      build_snapshot: false,
      lucene_version: "9.12.1",
      minimum_wire_compatibility_version: wire,
      minimum_index_compatibility_version: "7.0.0",
    },
    tagline,
  };
}

const ROOTS: Record<string, ReturnType<typeof root>> = {
  "Elasticsearch 7": root({ number: "7.17.28", flavor: "default", wire: "6.8.0" }),
  "Elasticsearch 8": root({ number: "8.18.0", flavor: "default", wire: "7.17.0" }),
  "Elasticsearch 9": root({ number: "9.1.0", flavor: "default", wire: "8.18.0" }),
  "OpenSearch 1": root({ number: "1.3.20", distribution: "opensearch", wire: "6.8.0" }),
  "OpenSearch 2": root({ number: "2.19.1", distribution: "opensearch", wire: "7.10.0" }),
  "OpenSearch 3": root({ number: "3.1.0", distribution: "opensearch", wire: "2.19.0" }),
};

async function play(
  answer: unknown,
  headers: Record<string, string> = {},
): Promise<{ node: PlayedNode; remote: RemoteEngine; warnings: unknown[] }> {
  const node = await playNode();
  const warnings: unknown[] = [];
  const remote = openRemoteEngine({ nodes: [node.url] }, (_message, { warning }) => warnings.push(warning));
  opened.push(remote, node);
  node.answers(({ path }) =>
    path === "/"
      ? { status: 200, body: answer }
      : path === "/_cluster/health"
        ? { status: 200, body: { status: "green" } }
        : { status: 200, body: {}, headers },
  );
  return { node, remote, warnings };
}

describe.each(Object.keys(PRODUCTS))("%s", (name) => {
  const differences = PRODUCTS[name];

  test("is known by what it answers", async () => {
    const { remote } = await play(ROOTS[name]);
    expect(await remote.check()).toMatchObject({
      ready: true,
      health: "green",
      product: { name: name.split(" ")[0], differences },
    });
  });

  test("is asked in its own words, whichever the caller used", async () => {
    const { node, remote } = await play(ROOTS[name]);
    await remote.engine({ method: "PUT", path: "/books/_settings", query: { master_timeout: "1s" }, body: "{}" });
    await remote.engine({
      method: "PUT",
      path: "/books/_settings",
      query: { cluster_manager_timeout: "1s" },
      body: "{}",
    });
    await remote.engine({ method: "GET", path: "/_cat/master" });
    await remote.engine({ method: "GET", path: "/_cat/cluster_manager" });
    const isNew = /OpenSearch [23]/.test(name);
    const paths = node.seen.map(({ path }) => path).filter((path) => path !== "/");
    expect(paths.slice(0, 2)).toEqual(
      Array(2).fill(`/books/_settings?${isNew ? "cluster_manager" : "master"}_timeout=1s`),
    );
    expect(paths.slice(2)).toEqual(Array(2).fill(`/_cat/${isNew ? "cluster_manager" : "master"}`));
  });

  test("gets include_type_name only where it knows it", async () => {
    const { node, remote } = await play(ROOTS[name]);
    await remote.engine({ method: "GET", path: "/books/_mapping", query: { include_type_name: "false" } });
    const known = name === "Elasticsearch 7" || name === "OpenSearch 1";
    expect(node.seen.at(-1)?.path).toBe(known ? "/books/_mapping?include_type_name=false" : "/books/_mapping");
    // A typed form that is gone is for the engine itself to refuse.
    await remote.engine({ method: "GET", path: "/books/_mapping", query: { include_type_name: "true" } });
    expect(node.seen.at(-1)?.path).toBe("/books/_mapping?include_type_name=true");
  });

  test("warns of nothing that our own indices bring about, of the rest once", async () => {
    const dotted =
      name === "Elasticsearch 9"
        ? "Index [.users] name begins with a dot (.), which is deprecated"
        : "index name [.users] starts with a dot '.', in the next major version, index names starting with a dot are reserved for hidden indices and system indices";
    // An operator's own old template beside ours; one that is not ours is for him to know.
    const several = (templates: string) =>
      `index [books] matches multiple legacy templates [${templates}], composable templates will only match a single template`;
    const header = `299 X "${several("default_template, shelves")}", 299 X "${several("shelves, walls")}", 299 ${name.replace(" ", "-")}.0-hash "${dotted}", 299 X "use of \\"x\\" is deprecated"`;
    const { remote, warnings } = await play(ROOTS[name], { Warning: header });
    await remote.check();
    await remote.engine({ method: "PUT", path: "/.users", body: "{}" });
    await remote.engine({ method: "PUT", path: "/.users", body: "{}" });
    expect(warnings).toEqual([several("shelves, walls"), 'use of "x" is deprecated']);
  });
});

test.each([
  ["1.x", "6.8.0"],
  ["2.x", "7.10.0"],
  ["3.x", "2.19.0"],
])("OpenSearch %s that says it is 7.10.2 is known by the wire version %s", (version, wire) => {
  const product = productOf(root({ number: "7.10.2", tagline: OPENSEARCH, wire }), undefined);
  expect(product).toMatchObject({ name: "OpenSearch", version: `${version} (it says 7.10.2)` });
});

test("Elasticsearch behind a proxy that changes its answer is known by its header", () => {
  expect(productOf({ cluster_name: "c", version: { number: "8.18.0" } }, "Elasticsearch")).toMatchObject({
    name: "Elasticsearch",
    version: "8.18.0",
  });
});

test.each([
  [root({ number: "6.8.23" }), "Elasticsearch 6.8.23 is not supported"],
  [root({ number: "7.6.2" }), "Elasticsearch 7.6.2 is not supported; supported are Elasticsearch 7 (from 7.7 on)"],
  [root({ number: "10.0.0" }), "Elasticsearch 10.0.0 is not supported"],
  [root({ number: "4.0.0", distribution: "opensearch" }), "OpenSearch 4.0.0 is not supported"],
  [
    root({ number: "1.7.0", distribution: "easysearch", tagline: "" }),
    "easysearch 1.7.0 is not supported; supported are Elasticsearch 7 (from 7.7 on), 8 and 9 and OpenSearch 1, 2 and 3",
  ],
  [root({ number: "8.11.0", flavor: "serverless" }), "Serverless is not supported"],
  [{ hello: "world" }, "no search engine"],
])("%j is refused", (answer, problem) => {
  expect(productOf(answer, undefined)).toEqual({ problem: expect.stringContaining(problem) as string });
});

test("texts of Warning headers", () => {
  expect(warningTexts(undefined)).toEqual([]);
  expect(warningTexts('299 OpenSearch-2.19.1-2e47 "one, two" "Sat, 21 Nov 2026", 299 E "three"')).toEqual([
    "one, two",
    "three",
  ]);
});

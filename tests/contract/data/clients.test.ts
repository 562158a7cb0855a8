import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENGINE_KIND } from "../../replay/target";
import { type Api, makeShoes, openApi } from "../api";

/** What Elastic's own clients send with every call. */
const ELASTIC = { "X-Elastic-Client-Meta": "es=7.17.14,js=20.20.2,t=7.17.14,hc=20.20.2" };

describe("Elastic's own clients", () => {
  let api: Api;

  beforeAll(async () => {
    api = await openApi();
    await makeShoes(api, "shoes");
  }, 60_000);
  afterAll(() => api.close());

  test.each([
    ["GET", "/"], ["HEAD", "/"], ["GET", "/shoes/_search"], ["GET", "/shoes/_doc/1"], ["HEAD", "/shoes"], ["GET", "/_cat/indices"], ["GET", "/_cluster/health"], ["POST", "/shoes/_refresh"],
  ])("%s %s names the product that clients of version 8 look for", async (method, path) => {
    const reply = await api.call(method, path);
    expect(reply.status).toBe(200);
    expect(reply.headers["x-elastic-product"]).toBe("Elasticsearch");
  }); // prettier-ignore

  test("the words that clients of 7.14 to 7.17 look for are said to them alone", async () => {
    const [theirs, others] = [await api.call("GET", "/", undefined, { headers: ELASTIC }), await api.call("GET", "/")];
    expect(theirs.body).toMatchObject({
      tagline: "You Know, for Search",
      version: { number: expect.stringMatching(/^7\./), build_flavor: "default" },
    });
    if (ENGINE_KIND === "elasticsearch") return;
    expect(others.text).not.toContain("You Know, for Search");
    expect(others.body).not.toMatchObject({ version: { build_flavor: "default" } });
  });

  test("media types of version 8, gzipped", async () => {
    const json = {
      "Content-Type": "application/vnd.elasticsearch+json; compatible-with=8",
      Accept: "application/vnd.elasticsearch+json; compatible-with=8",
    };
    const found = await api.call("POST", "/shoes/_search", { query: { term: { brand: "acme" } } }, { headers: json });
    expect(found.body).toMatchObject({ hits: { total: { value: 2 } } });
    expect(found.headers["content-type"]).toContain("json");
    const lines = gzipSync('{"index":{"_id":"4"}}\n{"name":"Clog","brand":"zipped"}\n');
    const headers = {
      "Content-Type": "application/vnd.elasticsearch+x-ndjson; compatible-with=8",
      "Content-Encoding": "gzip",
    };
    expect((await api.call("POST", "/shoes/_bulk?refresh=true", lines, { headers })).body).toMatchObject({
      errors: false,
      items: [{ index: { status: 201 } }],
    });
    const list = await api.call("GET", "/_cat/indices/shoes", undefined, { headers: { Accept: json.Accept } });
    expect(list.body).toMatchObject([{ index: "shoes" }]);
  });

  test.runIf(ENGINE_KIND === "embedded")(
    "fields to ask about, in the body as clients of version 8 put them",
    async () => {
      for (const fields of ["brand", ["brand"]]) {
        const reply = await api.call("POST", "/shoes/_field_caps", { fields });
        expect(reply.body).toMatchObject({ fields: { brand: { keyword: { aggregatable: true } } } });
      }
    },
  );
});

// What DataSearch and CategorySearch of @appbaseio/reactivesearch 3.45 send for `enablePopularSuggestions`, the value
// apart.
const POPULAR = {
  query: {
    bool: {
      minimum_should_match: 1,
      should: [
        { function_score: { field_value_factor: { field: "count", modifier: "sqrt", missing: 1 } } },
        {
          multi_match: {
            fields: ["key^9", "key.autosuggest^1", "key.keyword^10"],
            fuzziness: 0,
            operator: "or",
            query: "boot",
            type: "best_fields",
          },
        },
      ],
    },
  },
};

describe("popular suggestions as ReactiveSearch 3 asks for them", () => {
  let api: Api;

  beforeAll(async () => {
    api = await openApi();
    await api.call("DELETE", "/popular");
    const rows = [{ key: "sandal", count: 9 }, { key: "boot", count: 4 }]; // prettier-ignore
    await api.call(
      "POST",
      "/popular/_bulk?refresh=true",
      rows.map((row) => `{"index":{}}\n${JSON.stringify(row)}\n`).join(""),
    );
  }, 60_000);
  afterAll(() => api.close());

  const ask = (index: string, value: string) => {
    const query = {
      id: "f__suggestions",
      dataField: ["key", "key.autosuggest"],
      size: 5,
      value,
      defaultQuery: POPULAR,
    };
    return api.call("POST", `/${index}/_reactivesearch.v3`, { settings: {}, query: [query] });
  };

  test("come by how often they were asked for", async () => {
    const reply = await ask("popular", "boot");
    expect(reply.body).toMatchObject({
      f__suggestions: { hits: { hits: [{ _source: { key: "boot" } }, { _source: { key: "sandal" }, _score: 3 }] } },
    });
    expect((await ask("popular", "")).body).toMatchObject({ f__suggestions: { hits: { total: { value: 2 } } } });
  });

  test("are an error of that query alone where none are kept", async () => {
    const reply = await ask(".suggestions-of-nobody", "boot");
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ f__suggestions: { status: 404, error: { type: "index_not_found_exception" } } });
  });
});

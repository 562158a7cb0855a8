import { expect, it } from "vitest";
import * as z from "zod";
import { askEngine, sourcesWhere } from "../../../../tests/setup/guests/filled-cluster";
import { SERVER_FORM } from "./server-form";
import { SYSTEM } from "./system-indices";
import {
  add,
  both,
  closeGuests,
  filled,
  guestOn,
  keep,
  noTemplates,
} from "../../../../tests/setup/guests/guest-clusters";

closeGuests();

it("uses relevance settings and synonyms as the server keeps them, and writes them so that it reads them", async () => {
  const search = {
    dataField: ["title", "title.search"],
    fieldWeights: ["2.0", "0.1"],
    fuzziness: "AUTO",
    queryFormat: "or",
  };
  const kept = {
    search,
    results: { size: 1, highlight: null, newer: [1] },
    language: { language: "german" },
    ai: { on: true },
  };
  const group = { type: "equivalent", synonym: "book,volume", index: "books" };
  const { engine } = await filled(
    both(
      add(".searchrelevancy", { mappings: SERVER_FORM.mappings, documents: [{ _id: "books", _source: kept }] }),
      add(".synonyms", {
        mappings: SERVER_FORM.mappings,
        documents: [
          { _id: "s1", _source: group },
          { _id: "odd", _source: { words: 5 } },
        ],
      }),
    ),
  );
  const guest = await guestOn(engine);
  const ask = (method: string, path: string, body?: unknown) => guest.call("foo:bar", method, path, body);
  expect(await ask("GET", "/_searchrelevancy/books")).toMatchObject({
    status: 202,
    body: { ...kept, indexSettings: { enableNgram: true } },
  });
  const query = [{ id: "a", dataField: ["title"], value: "book" }];
  expect((await ask("POST", "/books/_reactivesearch", { query })).body).toMatchObject({
    settings: { searchRelevancy: "books" },
    a: { hits: { hits: [{}] } },
  });
  const changes = [
    { search: { ...search, fuzziness: 1, fieldWeights: [3, 0.5] } },
    { search: { ...search, fuzziness: "AUTO" } },
    { aggregations: { dataField: { "author.keyword": "term" } } },
  ];
  for (const change of changes) expect((await ask("PUT", "/_searchrelevancy/books", change)).status).toBe(202);
  const [record] = await sourcesWhere(engine, {
    index: ".searchrelevancy",
    query: { term: { "search.fieldWeights.keyword": "2.0" } },
  });
  expect(record).toMatchObject({
    search,
    results: { size: 1, newer: [1] },
    ai: { on: true },
    aggregations: { dataField: { "author.keyword": "term" } },
  });
  expect(await ask("GET", "/_synonyms/books")).toMatchObject({ status: 202, body: [{ _id: "s1", ...group }] });
  expect((await ask("PUT", "/_synonym/books", [{ type: "one-way", synonym: "tome => book" }])).status).toBe(202);
  expect(
    await sourcesWhere(engine, { index: ".synonyms", query: { term: { "index.keyword": "books" } } }),
  ).toHaveLength(2);
  expect((await ask("DELETE", "/_synonym/s1")).status).toBe(202);
});

it("makes what lacks in the form that the server reads", async () => {
  const { engine } = await filled(both(keep(".users", "books"), noTemplates));
  const guest = await guestOn(engine);
  expect(guest.passwords).toEqual([]);
  const made = z
    .object({ username: z.string() })
    .parse((await guest.call("foo:bar", "POST", "/_permission", { role: "a role" })).body);
  expect(
    await sourcesWhere(engine, { index: ".permissions", query: { term: { "username.keyword": made.username } } }),
  ).toHaveLength(1);
  expect(
    await sourcesWhere(engine, { index: ".permissions", query: { term: { "role.keyword": "a role" } } }),
  ).toHaveLength(1);
  expect(await guest.call("foo:bar", "GET", "/_role/a%20role")).toMatchObject({ status: 200 });
  // New indices get our template where the server has left none.
  expect(await askEngine(engine, { method: "GET", path: "/_template" })).toHaveProperty("default_template");
  await guest.close();
  const again = await guestOn(engine);
  expect(await again.call("foo:bar", "GET", "/_role/a%20role")).toMatchObject({ status: 200 });
});

it("makes users as the server reads them where it left none", async () => {
  const { engine } = await filled(keep(".logs-000001", "books"));
  const guest = await guestOn(engine);
  expect(guest.passwords).toHaveLength(1);
  expect((await guest.call(`admin:${guest.passwords[0]}`, "GET", "/_users")).status).toBe(200);
  expect(
    await sourcesWhere(engine, { index: ".users", query: { term: { "username.keyword": "admin" } } }),
  ).toHaveLength(1);
  await guest.close();
  expect((await guestOn(engine)).passwords).toEqual([]);
});

it("leaves old templates in force and adds none of its own", async () => {
  const { engine } = await filled((cluster) => void (cluster.templates = []));
  await askEngine(engine, {
    method: "PUT",
    path: "/_template/default_temp_v1",
    body: {
      index_patterns: ["*"],
      order: 10,
      mappings: { dynamic_templates: [{ long: { match_mapping_type: "long", mapping: { type: "keyword" } } }] },
    },
  });
  const guest = await guestOn(engine);
  expect(
    Object.keys(
      z.record(z.string(), z.unknown()).parse(await askEngine(engine, { method: "GET", path: "/_template" })),
    ),
  ).toEqual(["default_temp_v1"]);
  await guest.call("foo:bar", "PUT", "/shelves/_doc/1?refresh=true", { n: 1 });
  expect(await askEngine(engine, { method: "GET", path: "/shelves/_mapping" })).toMatchObject({
    shelves: { mappings: { properties: { n: { type: "keyword" } } } },
  });
  expect(await askEngine(engine, { method: "GET", path: "/.searchdeck-analytics/_mapping" })).toMatchObject({
    ".searchdeck-analytics": { mappings: { dynamic_templates: SYSTEM.analytics.mappings.dynamic_templates } },
  });
});

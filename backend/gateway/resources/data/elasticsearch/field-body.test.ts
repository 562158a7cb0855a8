import { expect, test } from "vitest";
import { leavesOf } from "@backend/gateway/platform/fields/leaves";
import { createFieldView } from "@backend/gateway/platform/fields/view";
import { type FieldCall, withinFields } from "./field-body";
import { ELASTIC_ROUTES } from "@backend/gateway/platform/http/engine-calls";

const rights = { includes: ["title", "author"], excludes: ["author"] };
const mapping = {
  mine: { mappings: { properties: { title: { type: "text" }, author: { type: "keyword" }, price: { type: "long" } } } },
};

function sent(path: string, more: Partial<FieldCall>): ReturnType<typeof withinFields> {
  const row = ELASTIC_ROUTES.find((one) => one.path === path && one.methods.includes("POST"));
  if (!row) throw new Error(`no route ${path}`);
  return withinFields({
    row,
    rights,
    indices: ["mine"],
    query: {},
    body: "",
    views: async () => createFieldView(rights, leavesOf(mapping)),
    signal: new AbortController().signal,
    ...more,
  });
}

const SOURCE = { includes: ["title", "author"], excludes: ["author"] };

test("field rights are forced on searches, whatever was asked for", async () => {
  const body = '{"_source":["price"],"docvalue_fields":["price","title"],"query":{"term":{"author":"x"}}}';
  expect(JSON.parse((await sent("/:index/_search", { body })).body)).toEqual({
    _source: SOURCE,
    docvalue_fields: ["title"],
    query: { term: { ".author": "x" } },
  });
});

test("and on an empty search and on every line of several", async () => {
  expect(JSON.parse((await sent("/:index/_search", {})).body)).toEqual({ _source: SOURCE });
  expect((await sent("/:index/_msearch", { body: '{}\n{"size":1}\n' })).body).toBe(
    `{}\n{"size":1,"_source":${JSON.stringify(SOURCE)}}\n`,
  );
});

test("a query in the URL becomes one of the body, in which its fields are named", async () => {
  const { body, query } = await sent("/:index/_count", {
    query: { q: "author:x OR y", default_operator: "and", routing: "r" },
  });
  expect(query).toEqual({ routing: "r" });
  expect(JSON.parse(body)).toEqual({
    query: {
      query_string: { query: ".none:x OR y", default_operator: "and", fields: ["title", "price"], lenient: true },
    },
  });
});

test("a filter that would be kept is refused where it names a hidden field", async () => {
  const alias = (filter: unknown) =>
    sent("/_aliases", { body: JSON.stringify({ actions: [{ add: { index: "mine", alias: "a", filter } }] }) });
  await expect(alias({ term: { author: "x" } })).rejects.toThrow("credentials cannot access all fields of this filter");
  expect((await alias({ term: { title: "x" } })).body).toContain('"title":"x"');
});

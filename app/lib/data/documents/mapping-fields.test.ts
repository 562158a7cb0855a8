import { expect, test } from "vitest";
import { exactPath, flattenMapping } from "./mapping-fields";

const text = { type: "text", fields: { keyword: { type: "keyword" }, search: { type: "text" } } };

test("fields by path, with what they are for", () => {
  const fields = flattenMapping({
    properties: {
      title: text,
      note: { type: "text" },
      year: { type: "long" },
      author: { properties: { name: { type: "text", fields: { keyword: { type: "keyword" } } } } },
      reviews: { type: "nested", properties: { stars: { type: "integer" } } },
      empty: { type: "object" },
      "~logs": { type: "keyword" },
    },
  });
  expect(fields.map(({ path, type, useCase, nested }) => [path, type, useCase, nested])).toEqual([
    ["author.name", "text", "aggs", undefined],
    ["note", "text", "none", undefined],
    ["reviews.stars", "integer", "aggs", "reviews"],
    ["title", "text", "searchaggs", undefined],
    ["year", "long", "aggs", undefined],
  ]);
});

test("the path to sort by", () => {
  const [title] = flattenMapping({ properties: { title: text } });
  expect(title && exactPath(title)).toBe("title.keyword");
  expect(exactPath({ path: "at", type: "date", subFields: [] })).toBe("at");
  expect(exactPath({ path: "note", type: "text", subFields: [] })).toBeUndefined();
  expect(exactPath({ path: "place", type: "geo_point", subFields: [] })).toBeUndefined();
});

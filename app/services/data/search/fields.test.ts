import { describe, expect, it } from "vitest";
import { flattenMapping, type MappingField } from "~/lib/data/documents/mapping-fields";
import { defaultFacets, defaultSearchFields, exactFields, titleField, withSubFields } from "./fields";

const text = (...sub: string[]) => ({
  type: "text",
  fields: Object.fromEntries(sub.map((name) => [name, { type: name === "keyword" ? "keyword" : "text" }])),
});
const six = text("autosuggest", "keyword", "lang", "synonyms", "delimiter", "search");

const mapping = flattenMapping({
  properties: {
    Title: six,
    Genre: six,
    plot: { type: "text" },
    year: { type: "integer" },
    released: { type: "date" },
    place: { type: "geo_point" },
    cast: { type: "nested", properties: { name: six } },
  },
});
const field = (path: string): MappingField => {
  const found = mapping.find((candidate) => candidate.path === path);
  if (!found) throw new Error(`no field ${path}`);
  return found;
};

describe("the fields of a search", () => {
  it("are by default those made for search, outside of nested objects", () => {
    expect(defaultSearchFields(mapping).map(({ path }) => path)).toEqual(["Title", "Genre"]);
    expect(defaultSearchFields(mapping.filter(({ path }) => path === "plot")).map(({ path }) => path)).toEqual([
      "plot",
    ]);
    expect(
      defaultSearchFields(flattenMapping({ properties: { code: { type: "keyword" }, n: { type: "long" } } })).map(
        ({ path }) => path,
      ),
    ).toEqual(["code"]);
    expect(defaultSearchFields([])).toEqual([]);
  });

  it("bring their sub-fields with the multipliers of the specification", () => {
    expect(
      Object.fromEntries(
        withSubFields({ field: field("Title"), weight: 2, subFields: true }).map(({ field: path, weight }) => [
          path,
          weight,
        ]),
      ),
    ).toEqual({
      Title: 2,
      "Title.autosuggest": 0.2,
      "Title.keyword": 2,
      "Title.lang": 1.8,
      "Title.synonyms": 1.4,
      "Title.delimiter": 0.8,
      "Title.search": 0.2,
    });
    expect(withSubFields({ field: field("Title"), weight: 2, subFields: false })).toEqual([
      { field: "Title", weight: 2 },
    ]);
  });

  it("tell what names a document, what sorts and what groups", () => {
    expect(titleField(mapping)).toBe("Title");
    expect(titleField([{ ...field("Title"), path: "country.name" }, field("Title")])).toBe("Title");
    expect(exactFields(mapping).map(({ path, kind }) => [path, kind])).toEqual([
      ["Genre.keyword", "values"],
      ["released", "range"],
      ["Title.keyword", "values"],
      ["year", "range"],
    ]);
    expect(defaultFacets(exactFields(mapping), "Title").map(({ path }) => path)).toEqual(["Genre.keyword", "year"]);
  });

  it("looks into texts before keywords, and into keywords where there is nothing else", () => {
    const fields = flattenMapping({
      properties: {
        a: { type: "keyword", fields: { search: { type: "text" } } },
        b: { type: "keyword" },
        c: { type: "text" },
      },
    });
    expect(defaultSearchFields(fields).map(({ path }) => path)).toEqual(["c"]);
    expect(defaultSearchFields(fields.filter(({ type }) => type === "keyword")).map(({ path }) => path)).toEqual([
      "a",
      "b",
    ]);
  });
});

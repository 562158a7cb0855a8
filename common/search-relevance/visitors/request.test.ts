import { describe, expect, it } from "vitest";
import { parseJson, stringifyJson } from "../../text/json";
import type { Facet } from "./facets";
import { plainRequest, searchedFields, suggestionRequest, type VisitorSearch, visitorRequest } from "./request";

const plain: VisitorSearch = { text: "godfathr", from: 20, size: 10 };
const own = { fields: [{ field: "Title", weight: 5 }], fuzziness: "AUTO", operator: "or" } as const;
const facet = (change: Partial<Facet>): Facet => ({
  ...{ path: "Genre.keyword", label: "Genre", kind: "values", type: "text", values: [], from: "", to: "" },
  ...change,
});
// Through text and back: what is undefined must not be there either.
const sent = (search: Partial<VisitorSearch>) =>
  parseJson(stringifyJson(visitorRequest({ ...plain, ...search }))) as {
    query: Record<string, unknown>[];
    settings: unknown;
  };
const part = (id: string, search: Partial<VisitorSearch> = {}) =>
  sent(search).query.find((query) => query["id"] === id);

describe("a visitor's search", () => {
  it("says the words and the page, and leaves the rest to the settings", () => {
    expect(sent({})).toEqual({
      query: [{ id: "result", type: "search", value: "godfathr", from: 20, size: 10 }],
      settings: { recordAnalytics: false, enableQueryRules: true, userId: "search-preview" },
    });
    expect(plainRequest("godfathr")).toEqual({ query: [{ id: "result", type: "search", value: "godfathr" }] });
    expect(sent({ recorded: true, rules: false }).settings).toMatchObject({
      recordAnalytics: true,
      enableQueryRules: false,
    });
  });

  it("names fields only where the settings name none, or where others are tried", () => {
    expect(part("result", { usual: ["Title"] })).toMatchObject({ value: "godfathr", dataField: ["Title"] });
    expect(part("result", { own, usual: ["plot"] })).toMatchObject({
      dataField: [{ field: "Title", weight: 5 }],
      fuzziness: "AUTO",
      queryFormat: "or",
    });
    expect(part("result", { own: { ...own, fuzziness: "1" } })?.["fuzziness"]).toBe(1);
    expect(searchedFields({ search: { dataField: ["a", "b"] } })).toEqual(["a", "b"]);
    expect([searchedFields({}), searchedFields({ search: null })]).toEqual([[], []]);
  });

  it("sends no value for no text, and nothing to mark or suggest", () => {
    const empty = { text: "", own, marked: ["Title"], suggestFrom: "Title" };
    expect(part("result", empty)).not.toHaveProperty("value");
    expect(part("result", empty)?.["highlight"]).toBe(false);
    expect(part("suggestions", empty)).toBeUndefined();
    // The server refuses a value without a field.
    expect(part("result", { own: { ...own, fields: [] } })).not.toHaveProperty("value");
  });

  it("has the words apart from the hits where they are narrowed or ordered", () => {
    for (const search of [
      { facets: [facet({})] },
      { sort: { path: "year", order: "asc" } },
      { only: ["1"] },
    ] as const) {
      expect(part("search", search)).toMatchObject({ execute: false, value: "godfathr" });
      expect(part("result", search)).not.toHaveProperty("value");
    }
    expect(part("result", { only: ["1"] })?.["react"]).toEqual({ and: ["search", "only"] });
    expect(part("only", { only: ["1"] })?.["customQuery"]).toEqual({
      query: { bool: { filter: [{ ids: { values: ["1"] } }] } },
    });
  });

  it("lets each facet react to everything but itself", () => {
    const facets = [
      facet({ values: ["Drama", "Comedy"] }),
      facet({ path: "year", kind: "range", type: "integer", from: "1990" }),
    ];
    expect(part("list-1", { facets })).toMatchObject({
      type: "term",
      dataField: ["Genre.keyword"],
      value: ["Drama", "Comedy"],
      queryFormat: "or",
      react: { and: ["search", "list-2"] },
    });
    expect(part("list-2", { facets })).toMatchObject({
      type: "range",
      dataField: ["year"],
      value: { start: 1990 },
      aggregations: ["min", "max"],
      react: { and: ["search", "list-1"] },
    });
    expect(part("result", { facets })?.["react"]).toEqual({ and: ["search", "list-1", "list-2"] });
    expect(part("list-1", { facets: [facet({})] })).not.toHaveProperty("value");
    expect(part("list-1", { facets, counts: false })).toMatchObject({ execute: false, react: { and: ["list-2"] } });
  });

  it("keeps every digit of a bound, and dates as typed", () => {
    const valueOf = (change: Partial<Facet>) =>
      part("list-1", { facets: [facet({ kind: "range", ...change })] })?.["value"];
    expect(
      stringifyJson(
        valueOf({ path: "views", type: "long", from: "9007199254740993", to: "-9223372036854775807" }) as never,
      ),
    ).toBe('{"start":9007199254740993,"end":-9223372036854775807}');
    expect(valueOf({ path: "released", type: "date", from: "1999", to: "2001-05-01" })).toEqual({
      start: "1999",
      end: "2001-05-01",
    });
  });

  it("sorts by a field and still asks for scores; explains when asked", () => {
    expect(part("result", { sort: { path: "year", order: "asc" } })).toMatchObject({
      dataField: ["year"],
      sortBy: "asc",
      defaultQuery: { track_scores: true },
    });
    expect(part("result", { explain: true })?.["defaultQuery"]).toEqual({ explain: true });
    expect(part("result")).not.toHaveProperty("defaultQuery");
    expect(part("why", { why: "7" })).toMatchObject({ size: 1, react: { and: ["search", "one"] } });
  });

  it("asks for suggestions of one field, never recorded while typing", () => {
    expect(part("suggestions", { suggestFrom: "Title" })).toMatchObject({
      type: "suggestion",
      value: "godfathr",
      dataField: ["Title"],
    });
    expect(suggestionRequest({ text: "god", field: "Title" })["settings"]).toMatchObject({ recordAnalytics: false });
  });
});

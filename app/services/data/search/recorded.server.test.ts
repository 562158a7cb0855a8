import { describe, expect, it } from "vitest";
import { replayOf, searchedIn } from "./recorded.server";

const json = JSON.stringify;
const box = {
  id: "search",
  value: "desk lamp",
  dataField: [{ field: "title", weight: 3 }, "brand"],
  queryFormat: "and",
  fuzziness: 1,
};
const facet = { id: "brands", type: "term", dataField: ["brand.keyword"], value: ["Luxo", "Ikea"] };

describe("a recorded search", () => {
  it("becomes what the search preview is set to", () => {
    const state = json({
      query: [
        box,
        facet,
        { id: "result", dataField: ["title"], react: { and: ["search"] } },
        { id: "search__internal", value: "no" },
      ],
    });
    expect(replayOf(state)).toEqual({
      q: "desk lamp",
      field: ["title^3", "brand"],
      sub: "0",
      fuzziness: "1",
      words: "and",
      facet: ["brand.keyword"],
      "is.brand.keyword": ["Luxo", "Ikea"],
    });
    expect(searchedIn(state)).toEqual({ q: "desk lamp", field: ["title^3", "brand"] });
  });

  it("of no text has its facets", () => {
    expect(replayOf(json({ query: [{ ...facet, value: "Luxo" }] }))).toEqual({
      facet: ["brand.keyword"],
      "is.brand.keyword": ["Luxo"],
    });
    expect(searchedIn(json({ query: [facet] }))).toBeNull();
  });

  it.each(["", "{", "[]", "null", '{"query":{"match_all":{}},"size":1}{', '{"query":[]}'])("is none in %j", (state) => {
    expect(replayOf(state)).toBeNull();
  });
});

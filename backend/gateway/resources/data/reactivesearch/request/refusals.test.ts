import { describe, expect, test } from "vitest";
import { Refusal } from "@backend/gateway/platform/http/json/refusal";
import { parseSearchRequest } from "./schema";

function refusalOf(body: string): string | null {
  try {
    parseSearchRequest(body);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

function ofQuery(properties: object): string | null {
  return refusalOf(JSON.stringify({ query: [{ id: "s", ...properties }] }));
}

// What Go's decoder (encoding/json) says about the same text and declared types.
describe("wrong types", () => {
  test.each([
    [{ size: "3" }, "string into Go struct field Query.query.size of type int"],
    [{ size: 2.5 }, "number 2.5 into Go struct field Query.query.size of type int"],
    [{ SIZE: "3" }, "string into Go struct field Query.query.size of type int"],
    [{ type: 5 }, "number into Go struct field Query.query.type of type string"],
    [{ type: {} }, "object into Go struct field Query.query.type of type string"],
    [{ sortBy: true }, "bool into Go struct field Query.query.sortBy of type string"],
    [{ includeFields: "title" }, "string into Go struct field Query.query.includeFields of type []string"],
    [{ includeValues: [1] }, "number into Go struct field Query.query.includeValues of type string"],
    [{ fieldWeights: [1, "2"] }, "string into Go struct field Query.query.fieldWeights of type float64"],
    [{ react: ["x"] }, "array into Go struct field Query.query.react of type map[string]interface {}"],
    [{ endpoint: "/x" }, "string into Go struct field Query.query.endpoint of type querytranslate.Endpoint"],
    [{ endpoint: { url: 5 } }, "number into Go struct field Endpoint.query.endpoint.url of type string"],
    [
      { endpoint: { url: "/x", headers: { a: 1 } } },
      "number into Go struct field Endpoint.query.endpoint.headers of type string",
    ],
    [
      { endpoint: { url: "/x", headers: [] } },
      "array into Go struct field Endpoint.query.endpoint.headers of type map[string]string",
    ],
    [
      { deepPaginationConfig: { cursor: 300 } },
      "number into Go struct field DeepPaginationConfig.query.deepPaginationConfig.cursor of type string",
    ],
    [
      { popularSuggestionsConfig: { size: "3" } },
      "string into Go struct field PopularSuggestionsOptions.query.popularSuggestionsConfig.size of type int",
    ],
    [
      { recentSuggestionsConfig: { minHits: "3" } },
      "string into Go struct field RecentSuggestionsOptions.query.recentSuggestionsConfig.minHits of type int",
    ],
    [
      { indexSuggestionsConfig: { valueFields: "title" } },
      "string into Go struct field IndexSuggestionsOptions.query.indexSuggestionsConfig.valueFields of type []string",
    ],
    [
      { featuredSuggestionsConfig: { sectionsOrder: [1] } },
      "number into Go struct field FeaturedSuggestionsOptions.query.featuredSuggestionsConfig.sectionsOrder of type string",
    ],
    [
      { rankFeature: [] },
      "array into Go struct field Query.query.rankFeature of type map[string]querytranslate.RankFunction",
    ],
    [
      { rankFeature: { pop: 5 } },
      "number into Go struct field Query.query.rankFeature of type querytranslate.RankFunction",
    ],
    [
      { rankFeature: { pop: { boost: "5" } } },
      "string into Go struct field RankFunction.query.rankFeature.boost of type float64",
    ],
    [
      { rankFeature: { pop: { saturation: { pivot: "5" } } } },
      "string into Go struct field FunctionObject.query.rankFeature.saturation.pivot of type float64",
    ],
  ])("%j", (properties, message) => {
    expect(ofQuery(properties)).toBe(`json: cannot unmarshal ${message}`);
  });

  test.each([
    ["[]", "array into Go value of type querytranslate.RSQuery"],
    ['{"query":{}}', "object into Go struct field RSQuery.query of type []querytranslate.Query"],
    ['{"query":[5,{"size":"x"}]}', "number into Go struct field RSQuery.query of type querytranslate.Query"],
    ['{"query":[],"settings":"x"}', "string into Go struct field RSQuery.settings of type querytranslate.Settings"],
    ['{"query":[],"metadata":[]}', "array into Go struct field RSQuery.metadata of type map[string]interface {}"],
    ['{"settings":{"backend":5}}', "number into Go struct field Settings.settings.backend of type string"],
    [
      '{"settings":{"userId":"u","recordAnalytics":1},"query":[{"size":"3"}]}',
      "number into Go struct field Settings.settings.recordAnalytics of type bool",
    ],
    [
      '{"query":[{"size":"3"}],"settings":{"recordAnalytics":1}}',
      "string into Go struct field Query.query.size of type int",
    ],
  ])("%s", (body, message) => {
    expect(refusalOf(body)).toBe(`json: cannot unmarshal ${message}`);
  });

  test("an unknown word is told before wrong types, in the order of the text", () => {
    expect(ofQuery({ size: "3", type: "facet" })).toBe("invalid queryType encountered: facet");
    expect(refusalOf('{"settings":{"backend":"oracle"},"query":[{"type":"facet"}]}')).toBe(
      "invalid kNN backend passed: oracle",
    );
    expect(refusalOf('{"query":[{"size":"3"},{"sortBy":"up"}]}')).toBe("invalid sortBy encountered: up");
  });

  test("null leaves a property unset, but there is no type called null", () => {
    expect(ofQuery({ size: null, sortBy: null, react: null, rankFeature: { pop: null }, endpoint: null })).toBeNull();
    expect(ofQuery({ type: null })).toBe("invalid queryType encountered: ");
    expect(
      parseSearchRequest('{"query":[{"id":"s","highlightField":[null,"a"],"fieldWeights":[null,2]}]}').queries[0],
    ).toMatchObject({
      highlightField: ["", "a"],
      fieldWeights: [0, 2],
    });
  });

  test("a null among the queries lacks an id", () => {
    expect(refusalOf('{"query":[null]}')).toBe("field 'id' can't be empty");
  });
});

test("names are known in any case; of two spellings the last one counts", () => {
  const { queries, settings } = parseSearchRequest(
    '{"Query":[{"ID":"s","calendarInterval":"year","size":1,"Size":2,"Endpoint":{"URL":"/x"}}],"Settings":{"userid":"u"}}',
  );
  expect(queries[0]).toMatchObject({ id: "s", calendarinterval: "year", size: 2, endpoint: { url: "/x" } });
  expect(settings.userId).toBe("u");
});

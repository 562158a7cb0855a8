import { describe, expect, it } from "vitest";
import { isJsonObject, type JsonObject, parseJson, stringifyJson } from "@common/text/json";
import { rendered } from "./template";

function filled(query: JsonObject, params: string): string {
  const given = parseJson(params);
  return stringifyJson(rendered(query, isJsonObject(given) ? given : {}));
}

describe("placeholders of a stored query", () => {
  it("replaces a whole text by the JSON of its parameter", () => {
    const query = { query: { terms: { "brand.keyword": "{{brands}}" } }, size: "{{n}}" };
    expect(filled(query, '{"brands":["a","b"],"n":3}')).toBe(
      '{"query":{"terms":{"brand.keyword":["a","b"]}},"size":3}',
    );
    expect(filled({ a: "{{o}}", b: "{{none}}", c: "{{t}}" }, '{"o":{"x":null},"none":null,"t":true}')).toBe(
      '{"a":{"x":null},"b":null,"c":true}',
    );
  });

  it("leaves part of a text, an unknown name and sections as they are", () => {
    const query = { a: "pre {{name}}", b: "{{other}}", c: "{{#name}}x{{/name}}", d: "{name}", e: "{{}}" };
    expect(rendered(query, { name: "n" })).toEqual(query);
    expect(rendered({ a: "{{toString}}" }, {})).toEqual({ a: "{{toString}}" });
  });

  it("fills in nothing that a parameter brings, and no text that only looks like one", () => {
    expect(rendered({ a: "{{x}}" }, { x: "{{y}}", y: "no" })).toEqual({ a: "{{y}}" });
    expect(rendered({ a: 'say "{{x}}"' }, { x: "no" })).toEqual({ a: 'say "{{x}}"' });
  });

  it("keeps the digits of large numbers", () => {
    expect(filled({ query: { term: { id: "{{id}}" } } }, '{"id":9007199254740993}')).toBe(
      '{"query":{"term":{"id":9007199254740993}}}',
    );
  });

  it("takes a text in the place of a member's name, and nothing else", () => {
    expect(rendered({ query: { term: { "{{field}}": 1 } } }, { field: "brand" })).toEqual({
      query: { term: { brand: 1 } },
    });
    expect(() => rendered({ query: { term: { "{{field}}": 1 } } }, { field: 7 })).toThrow(
      "the query is not valid JSON once its parameters are filled in",
    );
  });
});

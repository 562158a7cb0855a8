import { expect, test } from "vitest";
import { checkJsonSyntax } from "./json-syntax";
import { parseSearchRequest } from "@backend/gateway/resources/data/reactivesearch/request/schema";

test.each([
  ["", "unexpected end of JSON input"],
  ['{"query":', "unexpected end of JSON input"],
  ["x", "invalid character 'x' looking for beginning of value"],
  ["{a:1}", "invalid character 'a' looking for beginning of object key string"],
  ['{"a" 1}', "invalid character '1' after object key"],
  ['{"a":1 "b"}', "invalid character '\"' after object key:value pair"],
  ["[1 2]", "invalid character '2' after array element"],
  ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
  ["[1,]", "invalid character ']' looking for beginning of value"],
  ["{} x", "invalid character 'x' after top-level value"],
  ["tru3", "invalid character '3' in literal true (expecting 'e')"],
  ['"a\nb"', "invalid character '\\n' in string literal"],
  ['"\\q"', "invalid character 'q' in string escape code"],
  ["-x", "invalid character 'x' in numeric literal"],
  ["'a'", "invalid character '\\'' looking for beginning of value"],
])("%j is refused", (text, message) => {
  expect(() => checkJsonSyntax(text)).toThrow(message);
});

test.each(["{}", ' [1, -2.5e3, true, null, "\\u00e9"] ', "0", '"é"'])("%j is JSON", (text) => {
  expect(() => checkJsonSyntax(text)).not.toThrow();
});

test.each([
  ['{"query":{}}', "json: cannot unmarshal object into Go struct field RSQuery.query of type []querytranslate.Query"],
  ['{"query":["a"]}', "json: cannot unmarshal string into Go struct field RSQuery.query of type querytranslate.Query"],
  [
    '{"settings":[]}',
    "json: cannot unmarshal array into Go struct field RSQuery.settings of type querytranslate.Settings",
  ],
  [
    '{"query":[{"id":"a","size":1.5}]}',
    "json: cannot unmarshal number 1.5 into Go struct field Query.query.size of type int",
  ],
  [
    '{"query":[{"id":"a","includeFields":["b",1]}]}',
    "json: cannot unmarshal number into Go struct field Query.query.includeFields of type string",
  ],
  [
    '{"query":[{"id":"a","includeFields":"b"}]}',
    "json: cannot unmarshal string into Go struct field Query.query.includeFields of type []string",
  ],
  ['{"query":[{"id":"a","highlight":"yes","sortBy":"up"}]}', "invalid sortBy encountered: up"],
  [
    '{"query":[{"id":"a","highlight":"yes"}]}',
    "json: cannot unmarshal string into Go struct field Query.query.highlight of type bool",
  ],
  ['{"query":[{"id":"","size":1}]}', "field 'id' can't be empty"],
])("%s is refused as the real server does", (text, message) => {
  expect(() => parseSearchRequest(text)).toThrow(message);
});

test("unknown keys and nulls count for nothing", () => {
  const { queries, settings } = parseSearchRequest(
    '{"query":[{"id":"a","value":null,"size":null,"nobody":1}],"settings":{"emptyQuery":true,"suggestionAnalytics":true,"userId":null}}',
  );
  expect(queries).toMatchObject([{ id: "a", type: "search" }]);
  expect(queries[0]?.size).toBeUndefined();
  expect(settings.userId).toBeUndefined();
});

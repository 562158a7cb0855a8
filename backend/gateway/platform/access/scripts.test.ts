import { expect, test } from "vitest";
import { parseJson } from "@common/text/json";
import { mayHoldScript, requireNoScripts } from "./scripts";

const wrapped = Buffer.from('{"script":{"script":"1"}}').toString("base64");

test.each([
  '{"script_fields":{"x":{"script":{"source":"1"}}}}',
  '{"script_fields":{"x":{"script":"1"}}}',
  '{"query":{"script":{"script":{"id":"stored"}}}}',
  '{"query":{"bool":{"filter":[{"script":{"script":"1"}}]}}}',
  '{"query":{"function_score":{"functions":[{"script_score":{"script":"1"}}]}}}',
  '{"query":{"terms_set":{"a":{"terms":["x"],"minimum_should_match_script":{"source":"1"}}}}}',
  '{"aggs":{"a":{"terms":{"script":"1"}}}}',
  '{"aggs":{"a":{"scripted_metric":{"map_script":"1"}}}}',
  '{"sort":{"_script":{"type":"number","script":"1"}}}',
  '{"sort":{"_scr\\u0069pt":{"type":"number","script":"1"}}}',
  '{"runtime_mappings":{"x":{"type":"long"}}}',
  '{"derived":{"x":{"type":"long"}}}',
  '{"script":"ctx._source.n = 1"}',
  '{"properties":{"x":{"type":"long","script":{"source":"1"}}}}',
  '{"settings":{"similarity":{"s":{"type":"scripted","script":{"source":"1"}}}}}',
  `{"query":{"wrapper":{"query":"${wrapped}"}}}`,
])("refuses %s", (text) => {
  expect(mayHoldScript(text)).toBe(true);
  expect(() => requireNoScripts(parseJson(text))).toThrow(
    "cannot execute [inline] scripts [type=illegal_argument_exception]",
  );
});

test.each([
  '{"query":{"match":{"script":"latin"}}}',
  '{"query":{"term":{"script":{"value":"latin"}}}}',
  '{"query":{"terms":{"script":["latin"]}}}',
  '{"properties":{"script":{"type":"text"},"runtime":{"type":"integer"}}}',
  '{"sort":[{"script":"asc"}],"_source":["script"]}',
  '{"query":{"exists":{"field":"script"}}}',
])("lets the field name through in %s", (text) => {
  expect(() => requireNoScripts(parseJson(text))).not.toThrow();
});

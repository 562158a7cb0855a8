import { expect, test } from "vitest";
import { rawSources } from "./raw-source.server";

const source = '{"n":12345678901234567890,"d":1.10, "_source":{"x":1},"l":[{"_source":2}]}';

test("the stored text of one document", () => {
  expect(rawSources(`{"_index":"a","_id":"1","found":true,"_source":${source}}`, 1)).toEqual([source]);
});

test("the stored texts of the hits of a search", () => {
  const hits = [`{"_id":"1","_source":${source},"sort":[1]}`, `{"_id":"2","_source":{}}`].join(",");
  expect(rawSources(`{"took":1,"hits":{"total":{"value":2},"hits":[${hits}]}}`, 3)).toEqual([source, "{}"]);
});

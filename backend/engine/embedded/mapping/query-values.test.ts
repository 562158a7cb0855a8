import { LosslessNumber, type JsonObject, type JsonValue } from "@common/text/json";
import { describe, expect, it } from "vitest";
import { createAnalysis } from "../analysis/create-analysis";
import { EngineError } from "../errors";
import { createMapping } from "./create-mapping";
import { ipText } from "./ip";
import { rangeBounds, termOf, type RangeInput } from "./query-values";
import type { FieldType } from "./types";

const TYPES: JsonObject = {
  l: { type: "long" },
  i: { type: "integer" },
  by: { type: "byte" },
  f: { type: "float" },
  d: { type: "double" },
  hf: { type: "half_float" },
  sf: { type: "scaled_float", scaling_factor: 100 },
  ul: { type: "unsigned_long" },
  b: { type: "boolean" },
  ip: { type: "ip" },
  k: { type: "keyword", normalizer: "lowercase" },
  dt: { type: "date" },
  rf: { type: "rank_feature" },
  g: { type: "geo_point" },
};
const mapping = createMapping({ definition: { properties: TYPES }, analysis: createAnalysis({}) });

function field(path: string): FieldType {
  const found = mapping.field(path);
  if (!found) throw new Error(`no field ${path}`);
  return found;
}

function refusal(run: () => unknown): [string, string] {
  try {
    run();
  } catch (error) {
    if (error instanceof EngineError) return [error.type, error.reason];
    throw error;
  }
  throw new Error("was accepted");
}

// The values that OpenSearch 2.19.1 looks for, by its own account of each query.
describe("term values", () => {
  it.each<[string, JsonValue, ReturnType<typeof termOf>]>([
    ["l", "5", { kind: "number", number: 5 }],
    ["l", new LosslessNumber("9007199254740993"), { kind: "number", number: 9007199254740993n }],
    ["l", 5.5, { kind: "none" }],
    ["by", 300, { kind: "number", number: 300 }],
    ["f", 1.1, { kind: "number", number: Math.fround(1.1) }],
    ["hf", 1.1, { kind: "number", number: 1.099609375 }],
    ["sf", 1.234, { kind: "number", number: 1.23 }],
    ["b", "true", { kind: "term", term: "true" }],
    ["k", "ABC", { kind: "term", term: "abc" }],
    ["dt", "2024", { kind: "range", range: { kind: "numbers", min: 1704067200000, max: 1704153599999, empty: false } }],
  ])("%s of %j", (path, value, expected) => expect(termOf(field(path), value)).toEqual(expected));

  it("takes networks as ranges of addresses", () => {
    const exact = termOf(field("ip"), "1.2.3.0/24");
    if (exact.kind !== "range" || exact.range.kind !== "terms") throw new Error("not a range of terms");
    expect([ipText(exact.range.min ?? ""), ipText(exact.range.max ?? "")]).toEqual(["1.2.3.0", "1.2.3.255"]);
  });

  it.each<[string, JsonValue, string, string]>([
    ["l", "x", "number_format_exception", `For input string: "x"`],
    ["l", true, "number_format_exception", `For input string: "true"`],
    ["l", "", "number_format_exception", "empty String"],
    ["f", "x", "number_format_exception", `For input string: "x"`],
    ["i", 3000000000, "illegal_argument_exception", "Value [3000000000] is out of range for an integer"],
    ["d", "1e400", "illegal_argument_exception", "[double] supports only finite values, but got [Infinity]"],
    ["hf", 1e6, "illegal_argument_exception", "[half_float] supports only finite values, but got [1000000.0]"],
    ["ul", -1, "illegal_argument_exception", "Value [-1] is out of range for an unsigned long"],
    ["b", 1, "illegal_argument_exception", "Can't parse boolean value [1], expected [true] or [false]"],
    ["ip", "x", "illegal_argument_exception", "'x' is not an IP string literal."],
    ["rf", 1, "illegal_argument_exception", "Queries on [rank_feature] fields are not supported"],
    [
      "g",
      "1,2",
      "query_shard_exception",
      "Geometry fields do not support exact searching, use dedicated geometry queries instead: [g]",
    ],
  ])("%s refuses %j", (path, value, type, reason) =>
    expect(refusal(() => termOf(field(path), value))).toEqual([type, reason]),
  );
});

describe("range bounds", () => {
  it.each<[string, RangeInput, number | undefined, number | undefined]>([
    ["l", { gt: 1.5 }, 2, undefined],
    ["l", { gte: 1.5 }, 2, undefined],
    ["l", { lt: 1.5 }, undefined, 1],
    ["l", { lte: -1.5 }, undefined, -2],
    ["l", { gt: -1.5 }, -1, undefined],
    ["by", { gte: -200, lte: 200 }, -200, 200],
    ["f", { gt: 1.1, lte: 2.2 }, Math.fround(1.1000001), Math.fround(2.2)],
    ["d", { gt: 0, lt: 1 }, Number.MIN_VALUE, 1 - Number.EPSILON / 2],
    ["hf", { gte: 1.1, lt: 2 }, 1.1005859375, 1.9990234375],
    ["sf", { gt: 1.234, lte: 5.678 }, 1.24, 5.67],
    ["dt", { gt: "2024-01" }, 1704153600000, undefined],
  ])("%s within %j", (path, range, min, max) =>
    expect(rangeBounds(field(path), range)).toEqual({ kind: "numbers", min, max, empty: false }),
  );

  it("reads dates by the query's own format and clock", () => {
    expect(
      rangeBounds(field("dt"), { gte: "01/2024", lt: "now/d" }, { format: "MM/yyyy", now: 1_795_250_000_000 }),
    ).toEqual({
      kind: "numbers",
      min: 1704067200000,
      max: 1795219199999,
      empty: false,
    });
  });

  it("normalises the ends of a keyword range", () => {
    expect(rangeBounds(field("k"), { gt: "A", lte: "M" })).toEqual({
      kind: "terms",
      min: "a",
      max: "m",
      includeMin: false,
      includeMax: true,
    });
  });

  it.each<[string, RangeInput, string]>([
    ["l", { gt: "x" }, `For input string: "x"`],
    ["i", { gte: 3000000000 }, "Value [3000000000] is out of range for an integer"],
    ["ul", { gt: -5 }, "Value [-5] is out of range for an unsigned long"],
    ["rf", { gt: 1 }, "Field [rf] of type [rank_feature] does not support range queries"],
    ["g", { gt: 1 }, "Field [g] of type [geo_point] does not support range queries"],
  ])("%s refuses %j", (path, range, reason) => expect(refusal(() => rangeBounds(field(path), range))[1]).toBe(reason));
});

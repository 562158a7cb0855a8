import type { JsonObject } from "@common/text/json";
import { describe, expect, it } from "vitest";
import { rankFeatureWith, rankInWords, ranksIn, sentNumber } from "./ranks";

describe("rank features", () => {
  it.each<[string, JsonObject, JsonObject, string]>([
    [
      "a saturation without a pivot",
      { saturation: {}, boost: "2.0" },
      { function: "saturation", boost: "2.0" },
      "Saturation, boost 2.0",
    ],
    [
      "with one",
      { saturation: { pivot: 5 } },
      { function: "saturation", boost: "1.0", pivot: "5.0" },
      "Saturation, pivot 5.0, boost 1.0",
    ],
    [
      "a logarithm",
      { log: { scaling_factor: "2.0" }, boost: 0.5 },
      { function: "log", boost: "0.5", scaling_factor: "2.0" },
      "Logarithm, scaling factor 2.0, boost 0.5",
    ],
    [
      "a sigmoid",
      { sigmoid: { pivot: "7", exponent: 0.6 } },
      { function: "sigmoid", boost: "1.0", pivot: "7.0", exponent: "0.6" },
      "Sigmoid, pivot 7.0, exponent 0.6, boost 1.0",
    ],
    ["one that says nothing", {}, { function: "saturation", boost: "1.0" }, "Saturation, boost 1.0"],
    [
      "nulls",
      { saturation: null, log: { scaling_factor: 1 } },
      { function: "log", boost: "1.0", scaling_factor: "1.0" },
      "Logarithm, scaling factor 1.0, boost 1.0",
    ],
  ])("%s", (_, stored, rank, words) => {
    const found = ranksIn({ votes: stored });
    expect(found).toEqual({ votes: rank });
    expect(rankInWords(rank)).toBe(words);
    expect(ranksIn(rankFeatureWith({ votes: stored }, found))).toEqual(found);
  });

  it("keep what only another program knows, and lose the function that they had", () => {
    const stored = { votes: { log: { scaling_factor: "2.0", base: 10 }, note: "x" }, gone: { linear: {} } };
    expect(rankFeatureWith(stored, { votes: { function: "log", boost: "1.0", scaling_factor: "3.0" } })).toEqual({
      votes: { log: { scaling_factor: "3.0", base: 10 }, note: "x", boost: "1.0" },
    });
    expect(rankFeatureWith(stored, { votes: { function: "saturation", boost: "1.0" } })).toEqual({
      votes: { saturation: {}, note: "x", boost: "1.0" },
    });
  });

  it("are sent with one decimal place, where one is enough", () => {
    expect([1, "2", 0.25, "x", null, 1e21].map(sentNumber)).toEqual(["1.0", "2.0", "0.25", "x", "0.0", "1e+21"]);
  });
});

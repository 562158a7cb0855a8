import { expect, it } from "vitest";
import { lostAnalyzers, partsOf, withParts } from "./parts";

const then = {
  analyzer: {
    mine: { type: "custom", tokenizer: "cut", filter: ["lowercase", "short"] },
    english: { type: "english" },
    same: { type: "simple" },
  },
  tokenizer: { cut: { type: "pattern", pattern: "-" }, other: { type: "standard" } },
  filter: { short: { type: "length", max: 3 }, english_stop: { type: "stop" } },
};
const mine = {
  analyzer: { mine: then.analyzer.mine },
  tokenizer: { cut: then.tokenizer.cut },
  filter: { short: then.filter.short },
};

it("an analyzer is taken with its filters and tokenizer", () => {
  expect(partsOf(then, ["mine"])).toEqual(mine);
  expect(partsOf(then, ["none"])).toEqual({});
  expect(withParts({ analyzer: { a: {} }, normalizer: {} }, mine)).toEqual({
    ...mine,
    analyzer: { a: {}, ...mine.analyzer },
    normalizer: {},
  });
});

it("analyzers are lost that are gone or made otherwise; those of settings are composed anew", () => {
  const numbers = { ...then, filter: { short: { type: "length", max: "3" } } };
  expect(lostAnalyzers(then, numbers)).toBeNull();
  expect(lostAnalyzers(then, { analyzer: { same: { type: "simple" } } })).toEqual(mine);
  expect(lostAnalyzers(then, { ...then, tokenizer: { cut: { type: "pattern", pattern: "_" } } })).toEqual(mine);
});

import { expect, it } from "vitest";
import { coverageOf } from "./coverage";

const proposal = { term: "batman", results: 4, withSynonym: 4, visitors: 0 };
const fixes = {
  found: { proposals: [proposal], results: 2, inDraft: 3, searches: 9 },
  near: { proposals: [proposal], results: 0, inDraft: null, searches: 9 },
  untried: { proposals: [{ ...proposal, withSynonym: null }], results: 0, inDraft: null, searches: 9 },
  vain: { proposals: [{ ...proposal, withSynonym: 0 }], results: 0, inDraft: null, searches: 9 },
  waiting: { proposals: [], results: 0, inDraft: 2, searches: 9 },
  unhelped: { proposals: [], results: 0, inDraft: 0, searches: 9 },
  noted: { proposals: [proposal], results: 0, inDraft: null, searches: 9 },
};
const counts = {
  found: 1,
  near: 2,
  untried: 4,
  vain: 8,
  noted: 16,
  unknown: 32,
  constructor: 64,
  waiting: 128,
  unhelped: 256,
};
const rows = Object.entries(counts).map(([name, count]) => ({ name, count }));

it("counts each search once, by what can be done about it", () => {
  expect(coverageOf(rows, { fixes, notes: { noted: {}, found: {} } })).toEqual({
    found: 1,
    inDraft: 128,
    suggested: 6,
    notInStock: 16,
    open: 360,
  });
  expect(coverageOf([], { fixes, notes: {} })).toEqual({ found: 0, inDraft: 0, suggested: 0, notInStock: 0, open: 0 });
});

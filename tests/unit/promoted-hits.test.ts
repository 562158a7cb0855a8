import { describe, expect, test } from "vitest";
import { withPromotedHits } from "@common/search-relevance/promoted-hits";

const hits = ["a", "b", "c"].map((_id) => ({ _id }));
const pin = (_id: string, position?: number) => ({ doc: { _id }, ...(position === undefined ? {} : { position }) });
const ids = (rows: readonly { _id: string }[]) => rows.map(({ _id }) => _id).join("");

describe("promoted documents among the hits of a page", () => {
  test.each<[string, ReturnType<typeof pin>[], number, string]>([
    ["none", [], 0, "abc"],
    ["at their positions", [pin("x", 1), pin("y", 3)], 0, "xaybc"],
    ["in the order of the positions", [pin("y", 3), pin("x", 1)], 0, "xaybc"],
    ["without a position first", [pin("x"), pin("y")], 0, "xyabc"],
    ["of one position one after the other", [pin("x", 2), pin("y", 2)], 0, "axybc"],
    ["behind the last hit", [pin("x", 40)], 0, "abcx"],
    ["once, where a hit is the same document", [pin("c", 1)], 0, "cab"],
    ["on a later page", [pin("x", 12)], 10, "axbc"],
    ["not again on a later page", [pin("x", 2), pin("c")], 10, "ab"],
  ])("%s", (_name, promoted, from, shown) => {
    expect(ids(withPromotedHits(hits, { promoted, from }))).toBe(shown);
  });

  test("of another index are another document", () => {
    const found = [{ _id: "a", _index: "x" }];
    expect(withPromotedHits(found, { promoted: [{ doc: { _id: "a", _index: "y" }, position: 1 }] })).toHaveLength(2);
  });
});

import { expect, test } from "vitest";
import { createReader } from "@backend/gateway/platform/fields/readers";
import { toldRecord } from "./told";

const reader = createReader({ includes: [], excludes: ["brand"] }, { tells: (name) => name !== "brand" });

test("a name between marks is one too", () => {
  expect(
    toldRecord(
      { label: "<b>br</b>and", items: ["a", "<i>brand</i>", { brand: 1, b: [["br<b></b>and", "c"]] }] },
      reader,
    ),
  ).toEqual({ items: ["a", { b: [["c"]] }] });
});

test("a part of a page that is called by a field is one too", () => {
  expect(
    toldRecord(
      { brand_0: { a: 1 }, b_0: { react: ["b_0", "brand_12", "<i>b</i>rand_3"], code: "({ and: ['brand_1'] })" } },
      reader,
    ),
  ).toEqual({ b_0: { react: ["b_0"] } });
});

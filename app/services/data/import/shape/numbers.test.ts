import { describe, expect, it } from "vitest";
import { guessNumberFormat, isAmbiguous, toPlainNumber } from "./numbers.server";
import { coerceText } from "./values.server";
import { busyMs, MOST_MS } from "../../../../../tests/setup/busy";

describe("numbers as they are written", () => {
  it.each([
    // text, with a decimal point, with a decimal comma
    ["1,299.00", "1299.00", null],
    ["1.299,00", null, "1299.00"],
    ["1,5", null, "1.5"],
    ["1.5", "1.5", null],
    ["1,234", "1234", "1.234"],
    ["1.234", "1.234", "1234"],
    ["1 299", "1299", "1299"],
    ["1 299,50", null, "1299.50"],
    ["1\u00a0299,50", null, "1299.50"],
    ["1\u202f299\u202f000,5", null, "1299000.5"],
    ["1'299.50", "1299.50", null],
    ["1’299.50", "1299.50", null],
    ["12,34,567.89", "1234567.89", null],
    ["$1,299.00", "1299.00", null],
    ["-$1,299.00", "-1299.00", null],
    ["$-5", "-5", "-5"],
    ["US$ 3.50", "3.50", null],
    ["1.299,00 €", null, "1299.00"],
    ["€1.299", "1.299", "1299"],
    ["CHF 1'299.00", "1299.00", null],
    ["1 299,00 kr", null, "1299.00"],
    ["R$ 1.299,00", null, "1299.00"],
    ["1.299,00 zł", null, "1299.00"],
    ["₹12,34,567", "1234567", null],
    ["12%", "12", "12"],
    ["12,5 %", null, "12.5"],
    ["(1,299.00)", "-1299.00", null],
    ["1,299-", "-1299", "-1.299"],
    ["\u22121.5", "-1.5", null],
    ["+1,299", "1299", "1.299"],
    [".5", "0.5", null],
    ["1.5E+06", "1.5E+06", null],
    ["1,5E+06", null, "1.5E+06"],
    ["0", "0", "0"],
    // Longer than a double: every digit stays.
    ["12.345.678.901.234.567,8901", null, "12345678901234567.8901"],
    ["9,007,199,254,740,993", "9007199254740993", null],
    ["  7  ", "7", "7"],
    // None at all.
    ["", null, null],
    ["-", null, null],
    ["$", null, null],
    [".", null, null],
    [",", null, null],
    ["1,2,3", null, null],
    ["1,29.00", null, null],
    ["1.2.3", null, null],
    ["1,299,00", null, null],
    ["1 2", null, null],
    ["1,299 000.5", null, null],
    ["--5", null, null],
    ["-(5)", null, null],
    ["-5-", null, null],
    ["12 apples", null, null],
    ["SKU 123", null, null],
    ["ABC123", null, null],
    ["31.01.2024", null, null],
    ["12:30", null, null],
    ["0x1F", null, null],
    ["NaN", null, null],
    ["Infinity", null, null],
    ["١٢٣", null, null],
    ["1".repeat(500), null, null],
  ])("%s", (text, point, comma) => {
    expect([toPlainNumber({ text, format: "1,299.00" }), toPlainNumber({ text, format: "1.299,00" })]).toEqual([
      point,
      comma,
    ]);
  });

  it("that are hostile are read in no time", () => {
    const texts = [
      "1,".repeat(200),
      "1 ".repeat(199),
      `${"1".repeat(399)}x`,
      "$".repeat(400),
      "(".repeat(400),
      "1,111".repeat(80),
      "9".repeat(5_000_000),
    ];
    const read = () => {
      for (const text of texts) {
        toPlainNumber({ text, format: "1,299.00" });
        toPlainNumber({ text, format: "1.299,00" });
      }
    };
    expect(busyMs(read)).toBeLessThan(MOST_MS);
  });

  it("are ambiguous where the formats say something else", () => {
    expect(["1,234", "€1.299", "-1,000"].map(isAmbiguous)).toEqual([true, true, true]);
    expect(["1,23", "1 234", "12", "1,234,567", "x"].map(isAmbiguous)).toEqual([false, false, false, false, false]);
  });
});

describe("the format of a column", () => {
  it.each([
    ["English prices", ["$1,299.00", "$5.50"], { format: "1,299.00", decided: true }],
    ["German prices", ["1.299,00 €", "5,50 €"], { format: "1.299,00", decided: true }],
    ["decimal commas", ["1,5", "2,25"], { format: "1.299,00", decided: true }],
    ["one text that decides", ["1,234", "5,678", "1,5"], { format: "1.299,00", decided: true, ambiguous: null }],
    ["three digits alone", ["1,234", "5,678"], { format: "1,299.00", decided: false, ambiguous: "1,234" }],
    ["spaces", ["1 299", "12 000 000", "5"], { format: "1,299.00", decided: false, ambiguous: null }],
    ["one exception", ["1,5", "2,5", "n/a"], { format: "1.299,00", misfits: ["n/a"] }],
  ])("%s", (_name, texts, wanted) => {
    expect(guessNumberFormat(texts)).toMatchObject(wanted);
  });

  it.each([
    ["telephones", ["612 345 678", "698 765 432"]],
    ["addresses of machines", ["192.168.100.200", "192.168.100.201"]],
    ["codes with zeros in front", ["007", "$0012"]],
    ["words", ["one", "two"]],
  ])("is none for %s", (_name, texts) => {
    expect(guessNumberFormat(texts)).toBeNull();
  });
});

describe("values of number fields", () => {
  it.each([
    ["1,299.00", "long", "1,299.00", "1299"],
    ["1.299,50 €", "double", "1.299,00", "1299.50"],
    ["12.345.678.901.234.567,8901", "double", "1.299,00", "12345678901234567.8901"],
    ["9,223,372,036,854,775,807", "long", "1,299.00", "9223372036854775807"],
    ["7", "integer", "1.299,00", "7"],
  ] as const)("%s as %s in %s", (text, type, numberFormat, json) => {
    expect(coerceText({ text, type, numberFormat, dateFormat: "iso" })).toEqual({ ok: true, json });
  });

  it.each([
    ["1,299.50", "long", "1,299.00", "“1,299.50” is not a whole number like 1,299.00"],
    ["1,299.50", "double", "1.299,00", "“1,299.50” is not a number like 1.299,00"],
    ["1,5", "double", "plain", "“1,5” is not a number"],
    ["9,223,372,036,854,775,808", "long", "1,299.00", "“9,223,372,036,854,775,808” is too large for a long"],
    ["1,5E+400", "double", "1.299,00", "“1,5E+400” is too large for a double"],
  ] as const)("%s is refused as %s in %s", (text, type, numberFormat, reason) => {
    expect(coerceText({ text, type, numberFormat, dateFormat: "iso" })).toEqual({ ok: false, reason });
  });
});

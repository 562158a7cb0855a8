import { expect, test } from "vitest";
import { compactJson, indentJson, readableJson } from "./layout";

const stored =
  '{"id":12345678901234567890,"price":1.10,"e":1E+2,"t":"a, {b}: \\"c\\" \\u00e9","l":[1,{"x":null}],"o":{},"n":[]}';

test("indents and changes no digit, no escape, no order", () => {
  expect(indentJson(stored)).toBe(
    [
      "{",
      '  "id": 12345678901234567890,',
      '  "price": 1.10,',
      '  "e": 1E+2,',
      '  "t": "a, {b}: \\"c\\" \\u00e9",',
      '  "l": [',
      "    1,",
      "    {",
      '      "x": null',
      "    }",
      "  ],",
      '  "o": {},',
      '  "n": []',
      "}",
    ].join("\n"),
  );
});

test("compacting is the reverse", () => {
  expect(compactJson(indentJson(stored))).toBe(stored);
});

test("a text with lines of its own is left alone", () => {
  expect(readableJson('{ "a":1,\n"b":2}')).toBe('{ "a":1,\n"b":2}');
  expect(readableJson("5")).toBe("5");
});

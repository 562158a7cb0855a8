import { parseJson } from "@common/text/json";
import { describe, expect, it } from "vitest";
import { jsonLines } from "./lines";

describe("jsonLines", () => {
  it("keeps what fits on one line and breaks what does not", () => {
    expect(jsonLines({ a: [1, 2], b: { c: "x" } })).toBe('{ "a": [1, 2], "b": { "c": "x" } }');
    expect(
      jsonLines(
        {
          fields: [
            { field: "title", weight: 5 },
            { field: "director", weight: 2 },
          ],
          size: 10,
        },
        44,
      ),
    ).toBe(
      [
        "{",
        '  "fields": [',
        '    { "field": "title", "weight": 5 },',
        '    { "field": "director", "weight": 2 }',
        "  ],",
        '  "size": 10',
        "}",
      ].join("\n"),
    );
  });

  it("gives back the same JSON, digits and empty values too", () => {
    const text =
      '{"big":12345678901234567890123,"list":[],"none":{},"nul":null,"quote":"a\\"b\\n","deep":[[[{"x":1.10}]]]}';
    for (const width of [1, 10, 40, 200]) expect(parseJson(jsonLines(parseJson(text), width))).toEqual(parseJson(text));
    expect(jsonLines(parseJson(text))).toContain("12345678901234567890123");
  });
});

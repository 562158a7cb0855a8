import { expect, test } from "vitest";
import { sortedLines } from "./sorted.server";

test("members in the order of their names at every level, digits as they stand", () => {
  expect(sortedLines('{"b":1.10,"a":[{"z":1,"y":12345678901234567890}],"c":{}}')).toBe(
    [
      "{",
      '  "a": [',
      "    {",
      '      "y": 12345678901234567890,',
      '      "z": 1',
      "    }",
      "  ],",
      '  "b": 1.10,',
      '  "c": {}',
      "}",
    ].join("\n"),
  );
});

// @vitest-environment node
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { randomFrom } from "../../tests/engines/generate/random";
import { changedText, linesOfItems, movedInText } from "./changed-text";
import { DocumentFault } from "./document/faults";

const YAML = `id: a # the id
# above
stages:
  - use: authorization
  # of the second
  - use: useCache
    inputs: { data: 1 }
`;

describe("a text that is changed", () => {
  test("keeps comments and order", () => {
    const changed = changedText(YAML, [
      { path: ["enabled"], value: false },
      { path: ["stages", 1, "inputs", "data"], value: "x" },
      { path: ["id"], value: undefined },
    ]);
    expect(changed).toContain("# above");
    expect(changed).toContain("# of the second");
    expect(parse(changed)).toEqual({
      stages: [{ use: "authorization" }, { use: "useCache", inputs: { data: "x" } }],
      enabled: false,
    });
  });

  test.each([
    ["YAML", YAML],
    ["JSON", JSON.stringify(parse(YAML))],
  ])("%s that has no room for it is a fault, not an error", (_, content) => {
    expect(() => changedText(content, [{ path: ["id", "b", "c"], value: 1 }])).toThrow(DocumentFault);
    expect(() => changedText("{", [{ path: ["id"], value: 1 }])).toThrow(DocumentFault);
  });

  test("random changes make the same of JSON and of YAML, and what a list move makes", () => {
    const { below, pick } = randomFrom(31);
    for (let round = 0; round < 100; round++) {
      const count = 1 + below(6);
      const value = {
        id: "a",
        priority: below(9),
        stages: Array.from({ length: count }, (_, at) => ({ id: `s${at}`, on: true })),
      };
      const at = below(count);
      const change = pick([
        { path: ["priority"], value: below(99) },
        { path: ["stages", at, "on"], value: undefined },
        { path: ["stages", at, "needs"], value: ["x", "y: z"] },
        { path: ["stages", at], value: undefined },
        { path: ["stages", count], value: { id: "new", inputs: { text: "a\nb # c" } } },
      ]);
      const json = JSON.parse(changedText(JSON.stringify(value), [change])) as unknown;
      expect(parse(changedText(stringify(value), [change]))).toEqual(json);
      const [from, to] = [below(count), below(count)];
      const stages = [...value.stages];
      stages.splice(to, 0, ...stages.splice(from, 1));
      const move = { list: ["stages"], from, to };
      expect(parse(movedInText(stringify(value), move))).toEqual({ ...value, stages });
      expect(JSON.parse(movedInText(JSON.stringify(value), move))).toEqual({ ...value, stages });
    }
  });

  test("keeps the digits of what is moved, and of what stands beside what is taken away", () => {
    const text = '{"stages":[{"a":1},{"n":12345678901234567890},{"b":2}]}';
    expect(movedInText(text, { list: ["stages"], from: 1, to: 0 })).toContain('[{"n":12345678901234567890},{"a":1}');
    expect(changedText(text, [{ path: ["stages", 2], value: undefined }])).toBe(
      '{"stages":[{"a":1},{"n":12345678901234567890}]}',
    );
  });

  test("says on which lines a stage stands", () => {
    expect(linesOfItems(YAML, "stages")).toEqual([
      { from: 4, to: 4 },
      { from: 6, to: 7 },
    ]);
    expect(linesOfItems("[]", "stages")).toEqual([]);
  });
});

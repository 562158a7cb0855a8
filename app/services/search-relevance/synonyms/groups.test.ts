import { describe, expect, it } from "vitest";
import { parseFile, parseLines } from "./file.server";
import { expressionOf, LONGEST_GROUP, meaningOf, readGroup } from "./groups";

const read = (line: string) => {
  const result = readGroup(line);
  return result.ok ? expressionOf(result.group) : result.problem;
};

describe("a group of synonyms", () => {
  it.each([
    ["sofa,couch", "sofa,couch"],
    ["  Sofa , COUCH,sofa ", "sofa,couch"],
    ["living   room, lounge", "living room,lounge"],
    ["TV,telly=>Television", "tv,telly => television"],
    ["größe,GRÖSSE", "größe,grösse"],
    ["c#,c sharp", "c#,c sharp"],
    ["__proto__,constructor", "__proto__,constructor"],
  ])("%j is kept as %s", (line, kept) => expect(read(line)).toBe(kept));

  it.each([
    ["sofa", /at least two/],
    ["sofa,Sofa", /at least two/],
    ["sofa,,couch", /word is missing/],
    ["=> sofa", /word is missing/],
    ["sofa =>", /word is missing/],
    ["a => b => c", /only once/],
    ["#1,number one", /comment/],
    [String.raw`a\,b,c`, /backslash/],
    ["sofa\0,couch", /cannot be printed/],
    ["sofa\u2028,couch", /cannot be printed/],
    [`a,${"b".repeat(LONGEST_GROUP)}`, /at most/],
  ])("%j is refused", (line, problem) => expect(read(line)).toMatch(problem));

  it("means the same whatever its order", () => {
    expect(meaningOf("Couch, sofa")).toBe(meaningOf("sofa,couch"));
    expect(meaningOf("tv => b,a")).not.toBe(meaningOf("tv,b,a"));
  });
});

describe("a file of synonyms", () => {
  it.each<[string, string[]]>([
    ["sofa,couch\r\n\r\ntv => television\n", ["sofa,couch", "tv => television"]],
    ['\ufeff"living room",lounge', ["living room,lounge"]],
    ['"tv,telly => television"', ["tv,telly => television"]],
    [
      '["sofa,couch", ["tv", "telly"], {"type": "one-way", "synonym": "a => b", "_id": "1"}]',
      ["sofa,couch", "tv,telly", "a => b"],
    ],
  ])("%j is read", (text, groups) => {
    const parsed = parseFile(text);
    expect(typeof parsed === "string" ? parsed : parsed.groups.map(expressionOf)).toEqual(groups);
  });

  it.each([
    ["[", /^Not valid JSON at line 1, column 2/],
    ["[1]", /must be a list/],
    ['{"a":1}', /must be a list/],
    ["[".repeat(200_000), /nested too deeply|Not valid JSON|must be a list/],
    [" \n ", /empty/],
  ])("%j is refused", (text, problem) => expect(parseFile(text)).toMatch(problem));

  it("tells the lines that are no groups", () => {
    expect(parseFile('sofa,couch\nalone\n"washington, dc",capital\n"open')).toMatchObject({
      groups: [{ words: ["sofa", "couch"] }],
      problems: [
        { line: 2, text: "alone" },
        { line: 3, problem: expect.stringMatching(/comma/) },
        { line: 4, text: '"open' },
      ],
    });
    expect(parseLines("a\nb").problems).toHaveLength(2);
  });
});

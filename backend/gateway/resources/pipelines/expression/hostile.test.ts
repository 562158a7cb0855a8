// @vitest-environment node
import type { JsonObject } from "@common/text/json";
import { describe, expect, test } from "vitest";
import { randomFrom } from "../../../../../tests/engines/generate/random";
import { busyMs } from "../../../../../tests/setup/busy";
import { compileCondition, ConditionError } from "./evaluate";

const LONG = "a".repeat(1_000_000);
const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
const context: JsonObject = {
  long: LONG,
  part: `${"a".repeat(1_000)}b${"a".repeat(1_000)}`,
  deep: deep(100_000),
  numbers: Array.from({ length: 10_000 }, (_, at) => at),
  all: { long: LONG },
};
const MOST = 3_000;

function ask(source: string): unknown {
  try {
    return compileCondition(source)({ envs: {}, context, inputs: {} });
  } catch (error) {
    if (error instanceof ConditionError) return error.message;
    throw error;
  }
}

describe("what would take long is stopped", () => {
  test.each([
    ["1..10001 == []", "a range has at most 10000 numbers"],
    ["0..9007199254740991 == []", "a range has at most"],
    ["all(1..1000, {all(1..1000, {true})})", "too many steps"],
    ["all(1..10000, {all(1..10000, {all(1..10000, {true})})})", "too many steps"],
    ["any(context.numbers, {context.long matches '(a*)*(a*)*(a*)*b'})", "too many steps"],
    ["all(1..10000, {context.long matches (context.part + string(#))})", "at most 1000 characters"],
    ["all(1..10000, {context.long matches ('(a|aa)+$' + string(#)) or true})", "too many steps"],
    ["all(1..1000, {lower(context.long) != ''})", "too many steps"],
    ["all(1..1000, {context.long + context.long != ''})", "too many steps"],
    ["all(1..100, {not (context.long contains context.part)})", "too many steps"],
    ["all(1..100, {len(split(context.long, '')) > 0})", "too many steps"],
    ["len(split(context.long, 'a')) > 1", "too many steps"],
    ["toJSON(map(1..10000, {context.all})) != ''", "too many steps"],
    [
      `${"map(".repeat(40)}[1]${", {[#, #]})".repeat(40)} == ${"map(".repeat(40)}[1]${", {[#, #]})".repeat(40)}`,
      "too many steps",
    ],
    ["toJSON(fromJSON(context.deep)) != ''", "too deep"],
    ["fromJSON(context.deep) == fromJSON(context.deep)", "too deep"],
    ["fromJSON(context.deep + context.deep) != nil", "no JSON"],
    ["'x' matches '((a{100}){100}){100}'", "pattern"],
    [`'x' matches '${"(a|b)".repeat(201)}'`, "a pattern has at most 1000 characters"],
  ])("%#", (source, message) => {
    expect(ask(source)).toContain(message);
    expect(busyMs(() => ask(source), MOST)).toBeLessThan(MOST);
  });

  test("a pattern that goes back and forth takes no time", () => {
    expect(ask("context.long matches '^(a+)+$'")).toBe(true);
    expect(busyMs(() => ask("context.long matches '^(a+)+b$'"), MOST)).toBeLessThan(MOST);
  });
});

describe("what goes deep, or on and on", () => {
  test.each([
    [`${"(".repeat(61)}true${")".repeat(61)}`, "brackets go at most 60 deep"],
    ["(".repeat(3_999), "brackets go at most 60 deep"],
    ["[".repeat(3_999), "brackets go at most 60 deep"],
    ["!".repeat(3_999), "brackets go at most 60 deep"],
    ["-".repeat(3_999), "brackets go at most 60 deep"],
    [`${"true ? ".repeat(500)}`, "brackets go at most 60 deep"],
    [`${"true ? 1 : ".repeat(300)}1`, "brackets go at most 60 deep"],
    [`1${" ** 1".repeat(500)}`, "brackets go at most 60 deep"],
    ["len(".repeat(900), "brackets go at most 60 deep"],
    ["all([], {".repeat(400), "brackets go at most 60 deep"],
    [`1${"+1".repeat(1_900)}`, "at most 200 operators"],
    [`envs${".a".repeat(1_900)}`, "at most 200 members"],
    [`envs${"[0]".repeat(1_300)}`, "at most 200 members"],
    ["x".repeat(4_001), "a condition has at most 4000 characters"],
    ["'", "a quotation is not closed"],
    ["'\\", "a quotation is not closed"],
    ["`".repeat(3), "a quotation is not closed"],
    ["\u0000", "is not understood"],
    ["\ud800", "is not understood"],
  ])("%#", (source, message) => expect(ask(source)).toContain(message));

  test("sixty brackets, and many parts of and and or, are none too many", () => {
    expect(ask(`${"(".repeat(60)}true${")".repeat(60)}`)).toBe(true);
    expect(ask(`true${" and true".repeat(400)}`)).toBe(true);
    expect(ask(`false${" || false".repeat(350)} || true`)).toBe(true);
    expect(ask("len(1..10000) == 10000")).toBe(true);
  });

  test("each evaluation has its own steps", () => {
    const condition = compileCondition("all(1..9000, {# > 0})");
    for (let round = 0; round < 5; round++) expect(condition({ envs: {}, context: {}, inputs: {} })).toBe(true);
  });
});

test("no text that is thrown at it does more than a fault or an answer", () => {
  const random = randomFrom(7);
  const words = [
    "envs",
    "context",
    ".",
    "?.",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "#",
    "and",
    "not",
    "in",
    "..",
    "1",
    "'a'",
    ":",
    "?",
    "??",
    ",",
    "-",
    "**",
    "matches",
    "all",
    "len",
    "count",
    "==",
    "nil",
    "`",
    '"',
    "\\",
  ];
  for (let round = 0; round < 5_000; round++) {
    const source = Array.from({ length: 1 + random.below(12) }, () => random.pick(words)).join(random.pick(["", " "]));
    let outcome: unknown;
    try {
      outcome = compileCondition(source)({ envs: {}, context: {}, inputs: {} });
    } catch (error) {
      outcome = error instanceof Error ? error.name : error;
    }
    expect([true, false, "ConditionError"], source).toContain(outcome);
  }
});

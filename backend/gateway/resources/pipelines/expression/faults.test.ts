// @vitest-environment node
import { describe, expect, test } from "vitest";
import { compileCondition, ConditionError, type Roots } from "./evaluate";

const ROOTS: Roots = {
  envs: { shop: "north", query: "Red Dune boots", count: 3, on: true },
  context: { numbers: [1, 2, 3, 4] },
  inputs: {},
};

function faultOf(source: string): ConditionError {
  try {
    compileCondition(source)(ROOTS);
  } catch (error) {
    if (error instanceof ConditionError) return error;
    throw error;
  }
  throw new Error(`no fault in ${source}`);
}

describe("faults name their place", () => {
  test.each([
    ["", 0, "a value is missing"],
    ["envs.", 5, "a name is missing"],
    ["envs.shop ==", 12, "a value is missing"],
    ["(envs.on", 8, '")" is missing'],
    ["envs.on)", 7, '")" is not expected'],
    ["[1, 2", 5, '"]" is missing'],
    ["{a 1}", 3, '":" is missing'],
    ["'open", 0, "a quotation is not closed"],
    ["envs.on ? true", 14, '":" is missing'],
    ["envs.a & true", 7, '"&" is not understood'],
    ["shop == 'north'", 0, "there is no shop"],
    ["$query == 'x'", 0, "there is no $query"],
    ["system('x')", 0, "there is no function system"],
    ["constructor('x')", 0, "there is no function constructor"],
    ["len()", 0, "len takes 1 values"],
    ["# > 1", 0, '"#" and ".name" stand within'],
    [".name == 1", 0, "a value is missing"],
    ["envs.shop < 3", 10, '"<" does not compare a text with a number'],
    ["[1] < [2]", 4, '"<" does not compare a list with a list'],
    ["not envs.query contains 'x'", 8, "true or false is wanted"],
    ["envs.on and envs.count", 16, "true or false is wanted"],
    ["envs.shop contains 1", 10, '"contains" takes texts'],
    ["1 in 'abc'", 2, '"in" looks into lists and maps'],
    ["1 + 'a'", 2, '"+" does not join a number and a text'],
    ["'a' * 2", 4, '"*" takes numbers'],
    ["5 % 0", 2, "there is no remainder"],
    ["5.5 % 2", 4, "whole numbers"],
    ["envs.shop.name", 9, "a text has no members"],
    ["context.numbers.name", 15, "a list has places by number"],
    ["envs[0]", 4, "a map has members by name"],
    ["context.numbers[0.5]", 15, "a whole number"],
    ["context.numbers[0].x", 18, "a number has no members"],
    ["int('x')", 0, "this text is no whole number"],
    ["fromJSON('{')", 0, "this text is no JSON"],
    ["max([])", 0, "there are none"],
    ["len(1)", 0, "len does not take a number"],
    ["all(envs, {true})", 0, "all goes through lists"],
    ["envs.query matches '('", 19, "the pattern cannot be read"],
    ["envs.query matches ('(' + '')", 11, "the pattern cannot be read"],
    ["{(1): 2}", 2, "a map has texts as keys"],
    ["1 2", 2, '"2" is not expected'],
  ])("%s", (source, at, message) => {
    const fault = faultOf(source);
    expect(fault.message).toContain(message);
    expect(fault.at).toBe(at);
    expect(fault.message).toContain(`at character ${at + 1}`);
  });
});

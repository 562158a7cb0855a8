// @vitest-environment node
import { type JsonObject, parseJson } from "@common/text/json";
import { describe, expect, test } from "vitest";
import { compileCondition, type Roots } from "./evaluate";

const context: JsonObject = {
  request: { method: "POST", body: '{"query":[{"id":"a","value":"dune"}]}', headers: { "X-Shop": "north" } },
  response: { code: 200 },
  "stage-one": {
    items: [
      { name: "x", price: 3 },
      { name: "y", price: 8 },
    ],
  },
  numbers: [1, 2, 3, 4],
  big: parseJson("12345678901234567890"),
  other: parseJson("12345678901234567891"),
  flags: [true, false, true],
  empty: null,
};
const ROOTS: Roots = {
  envs: { shop: "north", query: "Red Dune boots", count: 3, index: ["books", "films"], on: true },
  context,
  inputs: { most: 10, pattern: "^Red" },
};

const holds = (source: string) => compileCondition(source)(ROOTS);

describe("what holds", () => {
  test.each([
    ["envs.shop == 'north'"],
    ['envs["shop"] == "north"'],
    ["envs?.shop == `north`"],
    ["envs?.['shop'] == 'north'"],
    ["envs.on"],
    ["not (envs.shop == 'south')"],
    ["!(envs.shop == 'south') and true"],
    ["envs.shop == 'south' or envs.count == 3"],
    ["envs.shop == 'south' || envs.count == 3 && true"],
    ["true or true and false"],
    ["not false == true"],
    ["envs.query contains 'Dune'"],
    ["envs.query not contains 'Sand'"],
    ["envs.query startsWith 'Red' and envs.query endsWith 'boots'"],
    ["envs.query matches '^Red .* boots$'"],
    ["envs.query matches inputs.pattern"],
    ["envs.query not matches '^\\d+$'"],
    ["'a1' matches '\\\\d'"],
    ["'books' in envs.index"],
    ["'songs' not in envs.index"],
    ["'shop' in envs"],
    ["not ('toString' in envs)"],
    ["envs.count in [1, 2, 3]"],
    ["3 in 1..5 and 6 not in 1..5"],
    ["1 + 2 * 3 == 7"],
    ["(1 + 2) * 3 == 9"],
    ["2 ** 3 ** 2 == 512"],
    ["-2 ** 2 == -4"],
    ["2 ** -1 == 0.5"],
    ["7 / 2 == 3.5 and 7 % 3 == 1 and -7 % 3 == -1"],
    ["1_000 == 1e3"],
    ["007 == 7"],
    ["'a' + 'b' == 'ab'"],
    ["'a' < 'b' and 2 <= 2 and 3 > 2 and 3 >= 3"],
    ["context.request.body contains '\"id\"'"],
    ["context.request.headers['X-Shop'] == envs.shop"],
    ["fromJSON(context.request.body).query[0].value == 'dune'"],
    ["toJSON({a: 1}) == '{\\n  \"a\": 1\\n}'"],
    ["context['stage-one'].items[-1].name == 'y'"],
    ["context.numbers[9] == nil"],
    ["context.missing == nil"],
    ["context.missing.deep.deeper == null"],
    ["context.empty == nil"],
    ["nil == null"],
    ["envs.missing != ''"],
    ["envs.missing != 0 and envs.missing != false"],
    ["not envs.missing"],
    ["not (envs.missing < 3) and not (envs.missing > 3)"],
    ["not (envs.missing contains 'x')"],
    ["not ('x' in envs.missing)"],
    ["(envs.missing ?? 'none') == 'none'"],
    ["envs.missing ?? envs.other ?? envs.on"],
    ["envs.count ?? 1 + 1 == 4"],
    ["envs.on ? envs.count == 3 : false"],
    ["envs.missing ? false : envs.on ? true : false"],
    ["all(context.numbers, {# > 0})"],
    ["any(context.numbers, # > 3)"],
    ["none(context.numbers, {# > 4})"],
    ["one(context['stage-one'].items, {.name == 'x'})"],
    ["filter(context.numbers, {# % 2 == 0}) == [2, 4]"],
    ["map(context['stage-one'].items, {.price * 2}) == [6, 16]"],
    ["count(context.numbers, {# > 2}) == 2 and count(context.flags) == 2"],
    ["all(context['stage-one'].items, {any(context.numbers, {# == 3}) and .price > 2})"],
    ["map(context['stage-one'].items, {#['name'] + '!'})[0] == 'x!'"],
    ["all([], {false}) and not any(envs.missing, {true})"],
    ["len(context.numbers) == 4 and len('añ😀') == 3 and len(envs.missing) == 0 and len({a: 1, 'b': 2}) == 2"],
    ["lower(envs.query) == 'red dune boots' and upper('ä') == 'Ä' and trim(' a ') == 'a'"],
    ["lower(envs.missing) == nil"],
    ["split('a,b', ',') == ['a', 'b'] and len(split('', 'x')) == 1 and split('ab', '') == ['a', 'b']"],
    ["int('042') == 42 and int(2.9) == 2 and int(-2.9) == -2 and float('1.5') == 1.5"],
    ["string(12) == '12' and string(true) == 'true' and string([1, 'a']) == '[1,\"a\"]' and string(nil) == ''"],
    ["abs(-2) == 2 and max(1, [5, 3]) == 5 and min(4, 2, 3) == 2"],
    ["{a: 1, 'b': [2]} == {b: [2], ('a'): 1}"],
    ["[1, [2]] != [1, [3]] and [1] != [1, 2] and {a: 1} != {b: 1}"],
    ["'1' != 1 and true != 1 and [] != {}"],
    ["context.big == 12345678901234567890 and context.big != context.other and context.big < context.other"],
    ["-context.big == -12345678901234567890 and abs(-context.big) == context.big"],
    ["'\\u0041\\x42\\n' == \"AB\n\" and '\\'' == \"'\" and `\\n` != '\\n'"],
    ["envs.count == 3\n  and\tenvs.on"],
    ["{in: 1, not: 2}.not == 2"],
    ["1 / 0 > 1e300"],
  ])("%s", (source) => expect(holds(source)).toBe(true));
});

describe("what does not hold", () => {
  test.each([
    ["false"],
    ["nil"],
    ["envs.shop"],
    ["1"],
    ["[true]"],
    ["envs.count"],
    ["envs.missing"],
    ["'a' in ['b'] or false"],
    ["envs.__proto__ != nil"],
    ["envs.constructor != nil"],
    ["envs['toString'] != nil"],
  ])("%s", (source) => expect(holds(source)).toBe(false));

  test("names that objects inherit are members only where the data has them", () => {
    const own = { ...ROOTS, envs: Object.fromEntries([["__proto__", "mine"]]) };
    expect(compileCondition("envs.__proto__ == 'mine'")(own)).toBe(true);
    expect(compileCondition("{'__proto__': 1}.__proto__ == 1")(ROOTS)).toBe(true);
    expect(compileCondition("{'__proto__': {a: 1}}.a == nil")(ROOTS)).toBe(true);
  });
});

// @vitest-environment node
import { expect, test } from "vitest";
import { type Random, randomFrom } from "../../../../../tests/engines/generate/random";
import { compileCondition } from "./evaluate";

/** A part of a condition as it is written, how closely it binds, and what it comes to. */
type Made<Value> = { text: string; binds: number; value: Value };

const ATOM = 1_000;
const bracketed = ({ text, binds }: Made<unknown>, least: number) => (binds < least ? `(${text})` : text);

function joined<Left, Right, Value>(
  [left, right]: [Made<Left>, Made<Right>],
  { op, binds, value }: { op: string; binds: number; value: Value },
): Made<Value> {
  return { text: `${bracketed(left, binds)} ${op} ${bracketed(right, binds + 1)}`, binds, value };
}

function numberMade(random: Random, depth: number): Made<number> {
  const kind = depth === 0 ? 0 : random.below(7);
  if (kind <= 1) {
    const value = random.below(9);
    return random.chance(0.3)
      ? { text: `envs.n${value}`, binds: ATOM, value }
      : { text: String(value), binds: ATOM, value };
  }
  const left = numberMade(random, depth - 1);
  if (kind === 2) return { text: `-${bracketed(left, 90)}`, binds: 90, value: 0 - left.value };
  if (kind === 3) {
    const list = listMade(random, depth - 1);
    return { text: `len(${list.text})`, binds: ATOM, value: list.value.length };
  }
  const right = numberMade(random, depth - 1);
  if (kind === 4) return joined([left, right], { op: "+", binds: 30, value: left.value + right.value });
  if (kind === 5) return joined([left, right], { op: "-", binds: 30, value: left.value - right.value });
  return joined([left, right], { op: "*", binds: 60, value: left.value * right.value });
}

function listMade(random: Random, depth: number): Made<number[]> {
  const kind = depth === 0 ? 0 : random.below(3);
  if (kind === 0) {
    const items = Array.from({ length: random.below(4) }, () => numberMade(random, 0));
    return {
      text: `[${items.map(({ text }) => text).join(", ")}]`,
      binds: ATOM,
      value: items.map(({ value }) => value),
    };
  }
  const list = listMade(random, depth - 1);
  const by = random.below(5);
  return kind === 1
    ? { text: `filter(${list.text}, {# > ${by}})`, binds: ATOM, value: list.value.filter((one) => one > by) }
    : { text: `map(${list.text}, # + ${by})`, binds: ATOM, value: list.value.map((one) => one + by) };
}

function textMade(random: Random, depth: number): Made<string> {
  if (depth === 0 || random.chance(0.4)) {
    const value = random.pick(["", "a", "b", "ab", "it's", 'say "x"', "\\", "\n", "é"]);
    return { text: JSON.stringify(value), binds: ATOM, value };
  }
  const left = textMade(random, depth - 1);
  if (random.chance(0.3)) return { text: `upper(${left.text})`, binds: ATOM, value: left.value.toUpperCase() };
  const right = textMade(random, depth - 1);
  return joined([left, right], { op: "+", binds: 30, value: left.value + right.value });
}

function chosen<Side>(random: Random, pair: [Made<Side>, Made<Side>], table: Record<string, boolean>): Made<boolean> {
  const [op, value] = random.pick(Object.entries(table));
  return joined(pair, { op, binds: 20, value });
}

function compared(random: Random, depth: number): Made<boolean> {
  const kind = random.below(3);
  if (kind === 0) {
    const pair: [Made<number>, Made<number>] = [numberMade(random, depth), numberMade(random, depth)];
    const [{ value: left }, { value: right }] = pair;
    const order = { "<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right };
    return chosen(random, pair, { ...order, "==": left === right, "!=": left !== right });
  }
  if (kind === 1) {
    const pair: [Made<string>, Made<string>] = [textMade(random, depth), textMade(random, depth)];
    const [{ value: left }, { value: right }] = pair;
    const ends = { startsWith: left.startsWith(right), endsWith: left.endsWith(right), "==": left === right };
    return chosen(random, pair, { ...ends, contains: left.includes(right), "not contains": !left.includes(right) });
  }
  const pair: [Made<number>, Made<number[]>] = [numberMade(random, depth), listMade(random, depth)];
  const isIn = pair[1].value.includes(pair[0].value);
  const [op, value] = random.pick<[string, boolean]>([
    ["in", isIn],
    ["not in", !isIn],
  ]);
  return joined(pair, { op, binds: 20, value });
}

/** A condition by chance, written with as few brackets as it needs, and what it comes to by plain JavaScript. */
function conditionMade(random: Random, depth: number): Made<boolean> {
  if (depth === 0) return compared(random, 2);
  const kind = random.below(5);
  const left = conditionMade(random, depth - 1);
  if (kind === 0) return { text: `not ${bracketed(left, 50)}`, binds: 50, value: !left.value };
  const right = conditionMade(random, depth - 1);
  if (kind === 1)
    return joined([left, right], { op: random.pick(["and", "&&"]), binds: 15, value: left.value && right.value });
  if (kind === 2)
    return joined([left, right], { op: random.pick(["or", "||"]), binds: 10, value: left.value || right.value });
  if (kind === 3) return joined([left, right], { op: "==", binds: 20, value: left.value === right.value });
  const test = conditionMade(random, depth - 1);
  const text = `${bracketed(test, 10)} ? ${bracketed(left, 5)} : ${bracketed(right, 5)}`;
  return { text, binds: 5, value: test.value ? left.value : right.value };
}

const envs = Object.fromEntries(Array.from({ length: 9 }, (_, value) => [`n${value}`, value]));

test.each(Array.from({ length: 20 }, (_, seed) => [seed]))("conditions of seed %i come to what they say", (seed) => {
  const random = randomFrom(seed);
  for (let round = 0; round < 100; round++) {
    const { text, value } = conditionMade(random, 1 + random.below(3));
    if (text.length > 4_000) continue;
    expect(compileCondition(text)({ envs, context: {}, inputs: {} }), text).toBe(value);
  }
});

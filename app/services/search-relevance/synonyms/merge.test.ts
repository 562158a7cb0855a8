import { expect, it } from "vitest";
import { parseLines } from "./file.server";
import { isIdle, planSynonyms } from "./merge";
import { busyMs } from "../../../../tests/setup/busy";

function plan(existing: readonly string[], added: string, edits?: string) {
  let next = 0;
  const stored = existing.map((expression, place) => ({ id: `s${place}`, expression }));
  return planSynonyms({
    existing: stored,
    groups: parseLines(added).groups,
    edits: edits ?? null,
    newId: () => `n${(next += 1)}`,
  });
}

it.each<[string, string[], string, string[], string[]]>([
  ["a new group is added", ["a,b"], "c,d", [], ["n1 c,d"]],
  ["one that shares a word joins it", ["a,b"], "b,c", ["s0"], ["s0 a,b,c"]],
  ["one that shares words with two joins both", ["a,b", "c,d", "x,y"], "b,c", ["s0", "s1"], ["s0 a,b,c,d"]],
  ["new ones join each other", [], "a,b\nc,d\nb,c", [], ["n1 a,b,c,d"]],
  ["the same in another order is there", ["a,b"], "B, a", [], []],
  ["a part of one is there", ["a,b,c"], "a,b", [], []],
  ["one-way groups stay apart", ["a,b", "tv => television"], "tv => set\na => z", [], ["n1 tv => set", "n2 a => z"]],
  ["the same one-way group is there", ["tv,telly => television"], "Telly, TV => television", [], []],
  ["kept ones that overlap stay, if nothing new concerns them", ["a,b", "b,c"], "x,y", [], ["n1 x,y"]],
  ["what cannot be read stays as it is", ["odd", "a,b"], "odd,thing", [], ["n1 odd,thing"]],
])("%s", (_title, existing, added, before, after) => {
  const planned = plan(existing, added);
  expect(planned.before.map(({ id }) => id)).toEqual(before);
  expect(planned.after.map(({ id, expression }) => `${id} ${expression}`)).toEqual(after);
  expect(isIdle(planned)).toBe(after.length === 0);
});

it.each<[string, string[], string, string[], string[]]>([
  ["takes the place of what it was", ["a,b", "x,y"], "a,c", ["s0"], ["s0 a,c"]],
  ["may become one-way", ["a,b"], "a => b", ["s0"], ["s0 a => b"]],
  ["joins another that shares a word, and goes", ["a,b", "x,y"], "a,x", ["s0", "s1"], ["s1 x,y,a"]],
  ["goes where another says the same", ["a,b", "x,y"], "y,x", ["s0"], []],
])("a group that is edited %s", (_title, existing, added, before, after) => {
  const planned = plan(existing, added, "s0");
  expect(planned.before.map(({ id }) => id)).toEqual(before);
  expect(planned.after.map(({ id, expression }) => `${id} ${expression}`)).toEqual(after);
});

it("saves nothing of an edit that changes nothing", () => expect(isIdle(plan(["a,b"], "a,b", "s0"))).toBe(true));

it("leaves out what would be too long once merged", () => {
  const long = (sign: string) => `${sign.repeat(2400)},shared`;
  const wide = `shared,${"z".repeat(300)}`;
  expect(plan([long("a"), long("b")], wide)).toMatchObject({ after: [], before: [], tooLong: [wide] });
  expect(plan(["a,b", long("x"), long("y")], wide, "s0")).toMatchObject({ before: [], after: [] });
});

it("merges thousands quickly, even in one chain", () => {
  const existing = Array.from({ length: 5_000 }, (_, at) => `word${at},other${at}`);
  const added = Array.from({ length: 5_000 }, (_, at) => `word${at},new${at}`).join("\n");
  const chain = Array.from({ length: 5_000 }, (_, at) => `w${at},w${at + 1}`).join("\n");
  const merged = () => {
    expect(plan(existing, added).merged).toHaveLength(5_000);
    expect(plan([], chain).tooLong).toHaveLength(5_000);
  };
  expect(busyMs(merged, 2_000)).toBeLessThan(2_000);
});

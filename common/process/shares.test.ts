import { expect, test } from "vitest";
import { createShares } from "./shares";

test("one has his share, all have theirs, and what is given back is room for others", () => {
  const shares = createShares({ ofOne: 2, ofAll: 3 });
  const [a, b, c] = [shares.open("a"), shares.open("b"), shares.open("c")];
  expect([a.add(), a.add(), a.add(), shares.open("a").add()]).toEqual([undefined, undefined, "one", "one"]);
  expect([b.add(), c.add()]).toEqual([undefined, "all"]);
  a.release();
  a.release();
  expect([shares.held("a"), shares.held("b"), shares.total()]).toEqual([0, 1, 1]);
  expect([c.add(), c.add(), a.add()]).toEqual([undefined, undefined, "all"]);
});

test("what is weighed is taken in pieces and given back as a whole; a piece that is refused takes nothing", () => {
  const shares = createShares({ ofOne: 100, ofAll: 150 });
  const form = shares.open("a");
  expect([form.add(60), form.add(50), form.add(40), form.add(1)]).toEqual([undefined, "one", undefined, "one"]);
  expect([shares.open("b").add(51), shares.total()]).toEqual(["all", 100]);
  form.release();
  expect(shares.total()).toBe(0);
});

test("strangers, however many they are, leave room for those who are known", () => {
  const shares = createShares({ ofOne: 2, ofAll: 6, strangers: { are: (owner) => owner.startsWith("?"), most: 3 } });
  expect(["?1", "?2", "?3", "?4"].map((owner) => shares.open(owner).add())).toEqual([
    undefined,
    undefined,
    undefined,
    "strangers",
  ]);
  expect(["a", "b", "c", "d"].map((owner) => shares.open(owner).add())).toEqual([
    undefined,
    undefined,
    undefined,
    "all",
  ]);
});

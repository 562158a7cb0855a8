import { describe, expect, test } from "vitest";
import { outOfOrder, type Stop } from "./support/tab-order";

const box = (name: string, [left, top, right, bottom]: [number, number, number, number], landmark = "main"): Stop => ({
  name,
  landmark,
  left,
  top,
  right,
  bottom,
});

describe("what is out of order", () => {
  const row = [box("a", [0, 0, 40, 20]), box("b", [50, 4, 90, 16])];
  const below = [box("c", [0, 30, 40, 50]), box("d", [50, 30, 90, 50])];
  const aside = [box("e", [200, 0, 240, 20]), box("f", [200, 40, 240, 60])];

  test("rows, and columns beside them, are in order", () => {
    expect(outOfOrder([...row, ...below, ...aside])).toEqual([]);
  });

  test("a row from right to left, a row before the one above it, and a box between two columns are not", () => {
    expect(outOfOrder([...row].reverse())).toEqual(["b > a"]);
    expect(outOfOrder([...below, ...row])).not.toEqual([]);
    expect(outOfOrder([...aside, ...row])).not.toEqual([]);
    expect(outOfOrder([aside[0], ...row, aside[1]].flatMap((stop) => stop ?? []))).not.toEqual([]);
  });

  test("nor is the page's header after its content", () => {
    expect(outOfOrder([...row, box("account", [0, 0, 40, 20], "header")])).toEqual(["main b > header account"]);
  });
});

// @vitest-environment node
import { expect, test } from "vitest";
import { randomFrom } from "../../../tests/engines/generate/random";
import { movesTo } from "./rewrite.server";

type Row = { id: string; priority: number };
const inOrder = (rows: readonly Row[]) =>
  rows
    .map((row, place) => ({ row, place }))
    .sort((a, b) => b.row.priority - a.row.priority || a.place - b.place)
    .map(({ row }) => row.id);

test("whatever the priorities are, one that is moved takes the other's place and all others keep theirs", () => {
  const { below } = randomFrom(7);
  for (let round = 0; round < 500; round++) {
    const count = 2 + below(8);
    const rows = Array.from({ length: count }, (_, at) => ({ id: `p${at}`, priority: below(5) })).sort(
      (a, b) => b.priority - a.priority,
    );
    const [from, to] = [below(count), below(count)];
    const [id, over] = [rows[from]?.id ?? "", rows[to]?.id ?? ""];
    const moves = movesTo(rows, { id, over });
    expect(moves.length === 0).toBe(from === to);
    const meant = rows.map((row) => row.id);
    meant.splice(to, 0, ...meant.splice(from, 1));
    const given = new Map(moves.map(({ row, to: priority }) => [row.id, priority]));
    expect(inOrder(rows.map((row) => ({ ...row, priority: given.get(row.id) ?? row.priority })))).toEqual(meant);
  }
});

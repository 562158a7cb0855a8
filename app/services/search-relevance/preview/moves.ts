// Where results stand in two answers to one search. Pure, shared with the browser.

export const marks = ["up", "down", "same", "new", "gone"] as const;
export type Mark = (typeof marks)[number];
/** What became of a result, and by how many places. */
export type Move = { mark: Mark; by: number };
/** From a place among the live results to one among those of the draft, both from 0. */
export type Line = { from: number; to: number; mark: "up" | "down" | "same" };
export type Moves = {
  /** Of each live result: where it is in the draft's, or gone. */
  live: Move[];
  draft: Move[];
  lines: Line[];
  /** Of the draft's results, and how many of the live ones are gone. */
  counts: Record<Mark, number>;
};

// One that stands twice, as a result of two indices or of a server that repeats itself, is told apart by its turn.
function numbered(ids: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return ids.map((id) => {
    const turn = seen.get(id) ?? 0;
    seen.set(id, turn + 1);
    return JSON.stringify([id, turn]);
  });
}

function moveOf(from: number | undefined, to: number): Move {
  if (from === undefined) return { mark: "new", by: 0 };
  return { mark: from === to ? "same" : from > to ? "up" : "down", by: Math.abs(from - to) };
}

/** What moved between two lists of results, the first one first. */
export function movesOf({ live, draft }: { live: readonly string[]; draft: readonly string[] }): Moves {
  const [before, after] = [numbered(live), numbered(draft)];
  const wasAt = new Map(before.map((id, place) => [id, place]));
  const isAt = new Map(after.map((id, place) => [id, place]));
  const draftMoves = after.map((id, place) => moveOf(wasAt.get(id), place));
  const liveMoves = before.map((id, place): Move => {
    const to = isAt.get(id);
    return to === undefined ? { mark: "gone", by: 0 } : moveOf(place, to);
  });
  const lines = draftMoves.flatMap(({ mark }, to): Line[] => {
    const from = wasAt.get(after[to] ?? "");
    return from === undefined || mark === "new" || mark === "gone" ? [] : [{ from, to, mark }];
  });
  const counts = { up: 0, down: 0, same: 0, new: 0, gone: liveMoves.filter(({ mark }) => mark === "gone").length };
  for (const { mark } of draftMoves) counts[mark]++;
  return { live: liveMoves, draft: draftMoves, lines, counts };
}

/** A move as a word: "up 3", "same". */
export const moveText = ({ mark, by }: Move) => (mark === "up" || mark === "down" ? `${mark} ${by}` : mark);

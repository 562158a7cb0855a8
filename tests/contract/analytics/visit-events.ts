/**
 * What one visitor does at a moment. `of` names the search that a step is about, as the stream calls it; a click
 * without it names its term alone.
 */
export type VisitStep = { at: number; user: string; index: string } & (
  | { kind: "search"; id: string; term: string; filtered?: boolean }
  /** The same search once more, under the id that the page holds. */
  | { kind: "again"; of: string; filtered?: boolean }
  | { kind: "click"; of?: string; term?: string }
);

const at = (text: string) => Date.parse(text);

/** A night and a morning of nine visitors, made by hand; in UTC the night is of two days. */
export const night: VisitStep[] = [
  // Across midnight, 25 minutes: one visit, of the day on which it began. It does not bounce.
  { at: at("2026-05-01T23:50:00Z"), user: "ada", index: "lamps", kind: "search", id: "a1", term: "desk lamp" },
  { at: at("2026-05-02T00:15:00Z"), user: "ada", index: "lamps", kind: "click", of: "a1" },
  // Two searches for the same word, half an hour apart to the second: one visit of 1,800 s.
  { at: at("2026-05-02T08:00:00Z"), user: "bo", index: "lamps", kind: "search", id: "b1", term: "lamp" },
  { at: at("2026-05-02T08:30:00Z"), user: "bo", index: "lamps", kind: "search", id: "b2", term: "lamp" },
  // A second more between them: two visits, and both bounce.
  { at: at("2026-05-02T08:00:00Z"), user: "cy", index: "lamps", kind: "search", id: "c1", term: "lamp" },
  { at: at("2026-05-02T08:30:01Z"), user: "cy", index: "books", kind: "search", id: "c2", term: "lamp" },
  // Letter by letter: one search, and a visit of 9 s that bounces.
  { at: at("2026-05-02T09:00:00Z"), user: "dee", index: "lamps", kind: "search", id: "d1", term: "l" },
  { at: at("2026-05-02T09:00:03Z"), user: "dee", index: "lamps", kind: "search", id: "d1", term: "la" },
  { at: at("2026-05-02T09:00:06Z"), user: "dee", index: "lamps", kind: "search", id: "d1", term: "lamp" },
  { at: at("2026-05-02T09:00:09Z"), user: "dee", index: "lamps", kind: "search", id: "d1", term: "lam" },
  // A click of somebody who did not search: a search of its own, and a visit that bounces.
  { at: at("2026-05-02T09:10:00Z"), user: "eve", index: "books", kind: "click", term: "novel" },
  // The page sends its search twice under one id: one search, and a visit of 20 s that bounces.
  { at: at("2026-05-02T09:20:00Z"), user: "fay", index: "books", kind: "search", id: "f1", term: "größe 日本 🥾" },
  { at: at("2026-05-02T09:20:20Z"), user: "fay", index: "books", kind: "again", of: "f1" },
  // With a filter it does not bounce.
  { at: at("2026-05-02T09:30:00Z"), user: "größe 日本", index: "books", kind: "search", id: "g1", term: "atlas" },
  { at: at("2026-05-02T09:30:40Z"), user: "größe 日本", index: "books", kind: "again", of: "g1", filtered: true },
  // Two searches without text are two searches: a visit of 60 s in two indices that does not bounce.
  { at: at("2026-05-02T09:40:00Z"), user: "hal", index: "lamps", kind: "search", id: "h1", term: "" },
  { at: at("2026-05-02T09:41:00Z"), user: "hal", index: "books", kind: "search", id: "h2", term: "  " },
  // A filter or a click as the first thing is no second one.
  {
    at: at("2026-05-02T09:50:00Z"),
    user: "ida",
    index: "lamps",
    kind: "search",
    id: "i1",
    term: "shade",
    filtered: true,
  },
];

/** What the night comes to: visits, those that bounced, mean seconds and searches. Counted by hand. */
export const nightFigures = {
  // ada 1500, bo 1800, cy 0 + 0, dee 9, eve 0, fay 20, größe 40, hal 60, ida 0: 3,429 s in 10 visits.
  all: { sessions: 10, bounced: 6, seconds: 342.9, searches: 12 },
  // cy, dee, eve and those after her, and bo: ada's visit began on the day before, her click with it.
  secondDay: { sessions: 9, bounced: 6, seconds: 214.33, searches: 11 },
  // cy's second visit, eve, fay, größe and hal: 120 s in 5.
  books: { sessions: 5, bounced: 3, seconds: 24, searches: 5 },
};

/**
 * Steps of five visitors over two days, the same for the same seed; pauses around half an hour, and nothing typed
 * letter by letter.
 */
export function randomVisits({ seed, count, from }: { seed: number; count: number; from: number }): VisitStep[] {
  let state = seed;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)]!;
  const clocks = new Map<string, number>();
  const searched = new Map<string, string>();
  const steps: VisitStep[] = [];
  for (let n = 0; n < count; n++) {
    const user = `visitor ${random(5)} é`;
    const next = (clocks.get(user) ?? from) + pick([31, 45, 600, 1_799, 1_800, 1_801, 5_400]) * 1000;
    clocks.set(user, next);
    const index = pick(["shoes", "hats"]);
    const last = searched.get(user);
    const kind = last === undefined ? "search" : pick(["search", "search", "again", "click"] as const);
    if (kind === "search") {
      steps.push({
        at: next,
        user,
        index,
        kind,
        id: `r${n}`,
        term: pick(["boot", "naïve café", "", "日本語", "sandal 41"]),
        filtered: random(3) === 0,
      });
      searched.set(user, `r${n}`);
    } else if (kind === "again") steps.push({ at: next, user, index, kind, of: last ?? "", filtered: random(4) === 0 });
    else steps.push({ at: next, user, index, kind, of: last ?? "" });
  }
  return steps.sort((a, b) => a.at - b.at);
}

import type { JsonObject } from "@common/text/json";
import { ndcg } from "@common/search-relevance/ranking";
import type { Failure } from "~/lib/messages/user-messages";
import { type Mark, type Move, movesOf, moveText } from "~/services/search-relevance/preview/moves";
import { shortWhy, type WhyRow, whyRows } from "~/services/search-relevance/preview/why";
import type { Side } from "~/services/search-relevance/preview/compare.server";
import { type Explanation, type Hit, readExplanation } from "~/services/data/search/answer.server";
import type { Piece } from "~/services/data/search/marks";
import { resultRow } from "~/services/data/search/result-row.server";

/** One result of a side. `moved` is null where the other side has no answer. */
export type ComparedRow = {
  id: string;
  place: number;
  title: Piece[];
  details: string;
  /** What the score is made of, in one line. */
  made: string;
  score: string;
  moved: { mark: Mark; text: string } | null;
  grade: number | null;
};
export type ShownSide =
  | { kind: "hits"; rows: ComparedRow[]; total: number; atLeast: boolean; took: number | null; timedOut: boolean }
  | { kind: "refused"; message: string }
  | { kind: "failed"; failure: Failure };

/** So many of the first results count for the figure. */
const DEPTH = 10;
export type Grades = ReadonlyMap<string, number> | null;

const textOf = (pieces: readonly Piece[]) => pieces.map(({ text }) => text).join("");
const keysOf = (hits: readonly Hit[]) => hits.map(({ _index, _id }) => JSON.stringify([_index ?? "", _id]));
const hitsOf = (side: Side | null) => (side?.kind === "hits" ? side.found.hits : null);

type Shown = { title: string | undefined; details: readonly string[]; from: number; grades: Grades };

function shownSide(side: Side, moves: readonly Move[] | null, { title, details, from, grades }: Shown): ShownSide {
  if (side.kind === "failed") return { kind: "failed", failure: side.failure };
  if (side.kind === "refused") return { kind: "refused", message: side.message };
  const { hits, ...counts } = side.found;
  const rows = hits.map((hit, at): ComparedRow => {
    const row = resultRow({ hit, title, details, why: false });
    const move = moves?.[at];
    return {
      ...{ id: row.id, title: row.title, score: row.score, place: from + at + 1, grade: grades?.get(row.id) ?? null },
      details: row.details.flatMap(({ pieces }) => (pieces.length > 0 ? [textOf(pieces)] : [])).join(" · "),
      made: shortWhy(readExplanation(hit._explanation)),
      moved: move ? { mark: move.mark, text: moveText(move) } : null,
    };
  });
  return { kind: "hits", rows, ...counts };
}

/** Both sides as the page shows them, and what moved between them. */
export function shownSides({ live, draft }: { live: Side; draft: Side | null }, shown: Shown) {
  const [before, after] = [hitsOf(live), hitsOf(draft)];
  const moves = before && after ? movesOf({ live: keysOf(before), draft: keysOf(after) }) : null;
  return {
    live: shownSide(live, moves?.live ?? null, shown),
    draft: draft && shownSide(draft, moves?.draft ?? null, shown),
    lines: moves?.lines ?? [],
    counts: moves?.counts ?? null,
  };
}

/**
 * nDCG@10 of a side by the grades of its term; null for a term without grades, and where the first results are not
 * among those that were asked for.
 */
export function figureOf(side: Side | null, { grades, from }: Pick<Shown, "grades" | "from">): number | null {
  const hits = hitsOf(side);
  if (!hits || !grades || from > 0 || ![...grades.values()].some((grade) => grade > 0)) return null;
  return ndcg({ results: hits.map(({ _id }) => _id), grades, places: DEPTH });
}

export type ShownWhy = {
  id: string;
  title: string;
  live: number | null;
  draft: number | null;
  rows: WhyRow[];
  sums: { live: number | null; draft: number | null };
};

const whyOf = (side: Side | null): Explanation | null => (side?.kind === "hits" ? side.why : null);

/** Why a document has its score on both sides; null where neither finds it. */
export function shownWhy(
  sides: { live: Side; draft: Side | null },
  { id, shown, records }: { id: string; shown: Shown; records: { live: JsonObject; draft: JsonObject } },
): ShownWhy | null {
  const live = whyOf(sides.live);
  const draft = sides.draft ? whyOf(sides.draft) : live;
  if (!live && !draft) return null;
  const [before, after] = [hitsOf(sides.live) ?? [], hitsOf(sides.draft) ?? []];
  const placeIn = (hits: readonly Hit[]) => {
    const at = hits.findIndex(({ _id }) => _id === id);
    return at < 0 ? null : shown.from + at + 1;
  };
  const hit = [...after, ...before].find(({ _id }) => _id === id);
  return {
    id,
    title: hit ? textOf(resultRow({ hit, title: shown.title, details: [], why: false }).title) : id,
    live: placeIn(before),
    draft: placeIn(after),
    rows: whyRows({ live, draft, records }),
    sums: { live: live?.value ?? null, draft: draft?.value ?? null },
  };
}

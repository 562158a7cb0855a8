import { rangeOf } from "~/lib/address/range-of";
import { everybody } from "~/services/analytics/ask.server";
import { getTerm } from "~/services/analytics/term.server";
import { gradedTerm } from "~/services/search-relevance/grades/grades.server";
import { settle } from "~/services/platform/http/settle.server";
import { proposalsOf } from "~/services/search-relevance/preview/judge";
import type { Scope } from "~/session/scope.server";
import type { Gradable } from "../../_parts/grade-panel";
import type { ShownSide } from "./rows.server";

const CLICKED = 100;

/** Clicks by document on a term in the last 90 days; none where the server does not tell. */
export async function clicksOf(
  scope: Scope,
  { index, term }: { index: string; term: string },
): Promise<Map<string, number>> {
  if (!scope.can("analytics")) return new Map();
  const range = rangeOf({ preset: "last-90-days", zone: null }, { zone: "UTC", now: Date.now() });
  const found = await settle(getTerm(scope, { term: gradedTerm(term), query: { range, ...everybody }, size: CLICKED }));
  const rows = found.ok ? (found.value?.clicked ?? []) : [];
  const own = rows.filter((row) => (row.index ?? index).replace(/_reindexed_\d+$/, "") === index);
  return new Map(own.map(({ key, count }) => [key, count]));
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** Both sides' results, each once, to be graded: the draft's first, with what their clicks propose. */
export function gradables({
  live,
  draft,
  clicks,
}: {
  live: ShownSide;
  draft: ShownSide | null;
  clicks: ReadonlyMap<string, number>;
}): Gradable[] {
  const [before, after] = [live, draft].map((side) => (side?.kind === "hits" ? side.rows : []));
  const proposals = new Map(
    proposalsOf({ results: (before ?? []).filter(({ place }) => place <= 10).map(({ id }) => id), clicks }).map(
      (one) => [one.id, one],
    ),
  );
  const rows = new Map([...(after ?? []), ...(before ?? [])].map((row) => [row.id, row]));
  return [...rows.values()].map(({ id, title, grade }) => {
    const placeIn = (side: typeof before) => side?.find((row) => row.id === id)?.place;
    const places = [
      ["live", placeIn(before)],
      ["draft", draft ? placeIn(after) : undefined],
    ].flatMap(([name, place]) => (place === undefined ? [] : [`${name} ${place}`]));
    const clicked = proposals.get(id);
    const words = clicked ? `${percent(clicked.share)} of the clicks, its place gets ${percent(clicked.expected)}` : "";
    const proposed = clicked?.grade ?? null;
    const remark = [places.join(", "), words, proposed === null ? "" : `proposed: ${proposed}`]
      .filter((part) => part !== "")
      .join(" · ");
    return { id, title: title.map(({ text }) => text).join(""), remark, grade, proposed };
  });
}

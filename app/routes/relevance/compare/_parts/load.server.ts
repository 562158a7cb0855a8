import { rangeOf } from "~/lib/address/range-of";
import { leaveLongAddress } from "~/redirect.server";
import { everybody } from "~/services/analytics/ask.server";
import { getPopularSearches } from "~/services/analytics/terms.server";
import { shownRequest } from "~/services/changes/shown.server";
import { getGrades } from "~/services/grades/grades.server";
import { settle } from "~/services/http/settle.server";
import { requireIndex } from "~/services/indices/get.server";
import { listFields } from "~/services/mappings/get.server";
import { changesOf, type SettingChange } from "~/services/relevance/draft/draft";
import { getDraft } from "~/services/relevance/draft/draft-store.server";
import { recordOfDraft } from "~/services/relevance/filled-request.server";
import { compareLiveAndDraft } from "~/services/relevance/preview/compare.server";
import { getRelevance } from "~/services/relevance/settings.server";
import { defaultSearchFields, titleField } from "~/services/search/fields";
import { searchPath } from "~/services/search/reactivesearch.server";
import { detailFields } from "~/services/search/result-row.server";
import type { Scope } from "~/session/scope.server";
import { maySearch } from "~/routes/data/search-preview/_parts/run.server";
import { gradeGate } from "../../grade/_parts/grading.server";
import { draftSummary } from "../../settings/_parts/draft-bar.server";
import { compared } from "./address";
import { clicksOf, gradables } from "./grading.server";
import { figureOf, shownSides, shownWhy } from "./rows.server";

const MOST_POPULAR = 6;
const DETAILS = 2;

// Only a hint of what to search for: a server that does not tell leaves it out.
async function popularOf(scope: Scope): Promise<string[]> {
  if (!scope.can("analytics")) return [];
  const range = rangeOf({ preset: "last-30-days", zone: null }, { zone: "UTC", now: Date.now() });
  const found = await settle(getPopularSearches(scope, { range, ...everybody }, MOST_POPULAR * 2));
  const rows = found.ok ? (found.value?.rows ?? []) : [];
  return rows.flatMap(({ key }) => (/^[^<>]{2,60}$/.test(key) ? [key] : [])).slice(0, MOST_POPULAR);
}

const namesOf = (changes: readonly SettingChange[]) => [...new Set(changes.map(({ setting, field }) => (field === null ? setting : `${setting} ${field}`)))];

/** What a comparison shows. Throws BackendError; what one of the two searches does not answer is told in its own column. */
export async function loadComparison(scope: Scope, request: Request) {
  const row = await requireIndex(scope);
  const index = row.name;
  const here = compared.at(request);
  leaveLongAddress(request, here);
  if (!maySearch(scope)) return { state: "no-search" as const, index };
  if (!row.open) return { state: "closed" as const, index };
  const { q, size, page, why, grade } = here.state;
  const [stored, fields, popular] = await Promise.all([getRelevance(scope, index), listFields(scope, index), popularOf(scope)]);
  if (stored === null) return { state: "not-offered" as const, index };
  const draft = getDraft(scope, index);
  const changes = draft ? changesOf(draft.base, draft.values) : [];
  const common = {
    index,
    popular,
    remarks: here.remarks,
    waits: draftSummary(scope, index),
    left: namesOf(changes.filter(({ effect }) => effect !== "at once")),
    changedMeanwhile: draft !== undefined && draft.version !== stored.version,
  };
  if (q === "") return { ...common, state: "empty" as const };
  const record = draft ? recordOfDraft(stored, draft) : null;
  const title = titleField(fields);
  const details = detailFields(fields, DETAILS);
  const asked = {
    ...{ text: q, from: (page - 1) * size, size, why },
    shown: [...(title === undefined ? [] : [title]), ...details],
    usual: defaultSearchFields(fields).map(({ path }) => path),
  };
  const [sides, graded, clicks] = await Promise.all([
    compareLiveAndDraft(scope, { index, asked, stored: stored.record, draft: record }),
    settle(getGrades(scope, { index, term: q })),
    grade === "on" && page === 1 ? clicksOf(scope, { index, term: q }) : new Map<string, number>(),
  ]);
  const grades = graded.ok ? graded.value : null;
  const shown = { title, details, from: asked.from, grades };
  const both = shownSides(sides, shown);
  const requestOf = (json: typeof sides.live.request) => shownRequest(scope, { request: { method: "POST", path: searchPath(index), json } });
  return {
    ...common,
    state: "compared" as const,
    ...both,
    // Null where the server has no grades.
    grading: grades && grade === "on" ? { rows: gradables({ ...both, clicks }), gate: gradeGate(scope) } : null,
    canGrade: grades !== null,
    figures: { live: figureOf(sides.live, shown), draft: figureOf(sides.draft, shown) },
    why: why === "" ? null : shownWhy(sides, { id: why, shown, records: { live: stored.record, draft: record ?? stored.record } }),
    requests: { live: requestOf(sides.live.request), draft: sides.draft && requestOf(sides.draft.request) },
  };
}

export type Comparison = Awaited<ReturnType<typeof loadComparison>>;
export type Compared = Extract<Comparison, { state: "compared" }>;

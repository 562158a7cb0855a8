import { leaveLongAddress } from "~/server/redirect.server";
import { mostSearched } from "~/services/analytics/most-searched.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { getGrades } from "~/services/search-relevance/grades/grades.server";
import { settle } from "~/services/platform/http/settle.server";
import { requireIndex } from "~/services/indices/get.server";
import { listFields } from "~/services/indices/mappings/get.server";
import { changesOf } from "~/services/search-relevance/draft/draft";
import type { SettingChange } from "~/services/search-relevance/draft/setting-change";
import { getDraft } from "~/services/search-relevance/draft/draft-store.server";
import { liveVersion } from "~/services/search-relevance/deploy/live-version.server";
import { recordOfDraft } from "~/services/search-relevance/filled-request.server";
import { compareLiveAndDraft, type Side } from "~/services/search-relevance/preview/compare.server";
import { triedWith, untried } from "~/services/search-relevance/visitors/trial.server";
import { getRelevance } from "~/services/search-relevance/settings.server";
import { defaultFacets, defaultSearchFields, exactFields, titleField } from "~/services/data/search/fields";
import type { Facet } from "@common/search-relevance/visitors/facets";
import { searchPath } from "~/services/data/search/reactivesearch.server";
import { detailFields } from "~/services/data/search/result-row.server";
import type { Scope } from "~/session/scope.server";
import { maySearch } from "~/routes/data/_parts/search/run.server";
import { gradeGate } from "../../_parts/grading.server";
import { draftSummary } from "../../_parts/draft-bar.server";
import { boundsOf, narrows, readFacets } from "~/routes/data/_parts/search/facet-state";
import { facetChoices, shownFacets } from "~/routes/data/_parts/search/facets.server";
import { comparedWith } from "./address";
import { clicksOf, gradables } from "./grading.server";
import { lastResults } from "./facts.server";
import { figureOf, shownSides, shownWhy } from "./rows.server";

const MOST_POPULAR = 6;
const DETAILS = 2;

const namesOf = (changes: readonly SettingChange[]) => [
  ...new Set(changes.map(({ setting, field }) => (field === null ? setting : `${setting} ${field}`))),
];

function countedFacets(facets: readonly Facet[], live: Side) {
  const counted = live.kind === "hits" ? live.counted : null;
  const shown = shownFacets(facets, counted);
  return counted === null
    ? shown.map((facet) => ({
        ...facet,
        problem: "Not counted: the search failed, or the server does not count here.",
      }))
    : shown;
}

/**
 * What a comparison shows. Throws BackendError; what one of the two searches does not answer is told in its own column.
 */
export async function loadComparison(scope: Scope, request: Request) {
  const row = await requireIndex(scope);
  const index = row.name;
  if (!maySearch(scope)) return { state: "no-search" as const, index };
  if (!row.open) return { state: "closed" as const, index };
  const [stored, fields, popular] = await Promise.all([
    getRelevance(scope, index),
    listFields(scope, index),
    mostSearched(scope, { index, most: MOST_POPULAR }),
  ]);
  if (stored === null) return { state: "not-offered" as const, index };
  const exact = exactFields(fields);
  const usual = defaultFacets(exact, titleField(fields)).map(({ path }) => path);
  const declared = comparedWith(
    usual,
    exact.map(({ path }) => path),
  );
  const read = declared.at(request);
  const { facets, remarks } = readFacets({ state: read.state, exact, usual });
  const here = {
    ...declared.at(request, { ...read.state, ...boundsOf(facets) }),
    remarks: [...read.remarks, ...remarks],
  };
  leaveLongAddress(request, here);
  const { q, size, page, why, grade } = here.state;
  const isFiltered = facets.some(narrows);
  const showsFilters = here.state.filters === "on" || isFiltered;
  const draft = getDraft(scope, index);
  const changes = draft ? changesOf(draft.base, draft.values) : [];
  const common = {
    index,
    popular,
    usual,
    known: here.state,
    remarks: here.remarks,
    waits: draftSummary(scope, index),
    version: await liveVersion(scope, index, stored),
    tests: lastResults(scope, index),
    left: [...namesOf(changes.filter(({ effect }) => effect !== "at once")), ...untried(scope, draft?.values ?? {})],
    changedMeanwhile: draft !== undefined && draft.version !== stored.version,
  };
  if (q === "") return { ...common, state: "empty" as const, filters: null };
  const record = draft ? recordOfDraft(stored, draft) : null;
  const title = titleField(fields);
  const details = detailFields(fields, DETAILS);
  const asked = {
    ...{ text: q, from: (page - 1) * size, size, why },
    shown: [...(title === undefined ? [] : [title]), ...details],
    usual: defaultSearchFields(fields).map(({ path }) => path),
    facets: showsFilters ? facets : [],
    counts: showsFilters,
  };
  const [sides, graded, clicks] = await Promise.all([
    compareLiveAndDraft(scope, {
      index,
      asked,
      stored: stored.record,
      draft: draft && record ? { record, tried: triedWith(scope, { stored, values: draft.values }) } : null,
    }),
    settle(getGrades(scope, { index, term: q })),
    grade === "on" && page === 1 ? clicksOf(scope, { index, term: q }) : new Map<string, number>(),
  ]);
  const grades = graded.ok ? graded.value : null;
  const shown = { title, details, from: asked.from, grades };
  const both = shownSides(sides, shown);
  const requestOf = (json: typeof sides.live.request) =>
    shownRequest(scope, { request: { method: "POST", path: searchPath(index), json } });
  return {
    ...common,
    filters: showsFilters ? { facets: countedFacets(facets, sides.live), ...facetChoices(facets, exact) } : null,
    state: "compared" as const,
    ...both,
    // Null where the server has no grades.
    grading: grades && grade === "on" ? { rows: gradables({ ...both, clicks }), gate: gradeGate(scope) } : null,
    canGrade: grades !== null,
    figures: { live: figureOf(sides.live, shown), draft: figureOf(sides.draft, shown) },
    why:
      why === ""
        ? null
        : shownWhy(sides, { id: why, shown, records: { live: stored.record, draft: record ?? stored.record } }),
    requests: { live: requestOf(sides.live.request), draft: sides.draft && requestOf(sides.draft.request) },
  };
}

export type Comparison = Awaited<ReturnType<typeof loadComparison>>;
export type Compared = Extract<Comparison, { state: "compared" }>;

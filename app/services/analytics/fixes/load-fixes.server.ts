import type { JsonObject } from "@common/text/json";
import { holds } from "~/lib/access-control/product";
import { rangeOf } from "~/lib/address/range-of";
import { EMPTY_QUERY } from "~/lib/address/empty-query";
import { settle } from "~/services/platform/http/settle.server";
import { getDraft } from "~/services/search-relevance/draft/draft-store.server";
import { getRelevance } from "~/services/search-relevance/settings.server";
import { draftBody } from "~/services/search-relevance/visitors/trial.server";
import type { Scope } from "~/session/scope.server";
import { everybody } from "../ask.server";
import { getNoResultSearches, getPopularSearches } from "../terms.server";
import { groupFor, isWord } from "~/lib/search-relevance/synonym-group";
import { type Counted, countResults } from "./counted-results.server";
import { textsLike } from "./index-texts.server";
import { type Next, nextSearches } from "./next-searches.server";
import { correctedBy, nearestTerms } from "./nearest";

/** Which share of the searches for a term has to be followed by another term before that is what was meant. */
const MEANT_SHARE = 0.25;
const LEAST_VISITORS = 2;

/**
 * Of what visitors searched for next, what they meant: a few of many search for anything. `searches`: how often the
 * term itself found nothing.
 */
const meantBy = (next: readonly Next[], searches: number) =>
  next.filter(({ visitors }) => visitors >= Math.max(LEAST_VISITORS, MEANT_SHARE * searches));

/** Terms that are compared with; servers give no more. */
const MOST = 1000;
/** Proposals for one term. */
const PROPOSALS = 2;

/**
 * A term that somebody may have meant: how many results it has now, and how many the search has with a synonym for it,
 * tried without publishing it; null where that cannot be tried.
 */
export type Proposal = {
  term: string;
  results: number;
  withSynonym: number | null;
  /** How many of the same visitors searched for it next; 0: it is close in spelling. */
  visitors: number;
};
/** What could be done about a term; null where it is not known. */
export type Fix = {
  proposals: Proposal[];
  /** Results of the term itself, now. */
  results: number | null;
  /** Results with all that waits in the reader's own draft of the index; null where nothing waits or can be tried. */
  inDraft: number | null;
  /** Searches for it of the last 30 days that found nothing. */
  searches: number | null;
};

/** What could be done about each of the terms, each proposal asked for its results. Throws nothing for a failed call. */
export async function loadFixes(
  scope: Scope,
  { index, terms: given, now = Date.now() }: { index: string; terms: readonly string[]; now?: number },
): Promise<Record<string, Fix>> {
  const terms = given.filter((term) => term !== EMPTY_QUERY);
  if (terms.length === 0) return {};
  const range = rangeOf({ preset: "last-30-days", zone: null }, { zone: scope.preferences.zone, now });
  const query = { range, ...everybody };
  const [popular, nothing, texts, next, draft] = await Promise.all([
    settle(getPopularSearches(scope, query, MOST)),
    settle(getNoResultSearches(scope, query, MOST)),
    textsLike(scope, { index, terms }),
    nextSearches(scope, { query, terms }),
    waitingDraft(scope, index),
  ]);
  const without = new Map(nothing.ok ? nothing.value?.rows.map(({ key, count }) => [key, count]) : []);
  const known = (popular.ok ? (popular.value?.rows ?? []) : [])
    .filter(({ key, count }) => key !== EMPTY_QUERY && count > (without.get(key) ?? 0))
    .map(({ key: term, count }) => ({ term, count }));
  const proposed = new Map(
    terms.map((term, at) => {
      const corrected = correctedBy(term, texts[at] ?? []);
      const spelled = [...nearestTerms(term, known, PROPOSALS), ...(corrected === undefined ? [] : [corrected])];
      const meant = meantBy(next.get(term) ?? [], without.get(term) ?? 0);
      const near = [...spelled, ...meant.map(({ term: one }) => one)];
      return [term, [...new Set(near)].filter((one) => one !== term).slice(0, PROPOSALS)];
    }),
  );
  const pairs = terms.flatMap((term) => (proposed.get(term) ?? []).map((near) => ({ term, near })));
  const words = [...new Set([...terms, ...pairs.map(({ near }) => near)])];
  const counted = await countResults(scope, {
    index,
    searches: [
      ...words.map((text) => ({ key: text, text })),
      // Of the first alone: each is a search of its own, and the page shows one beside the term.
      ...pairs
        .filter(({ term, near }) => proposed.get(term)?.[0] === near && isWord(term) && isWord(near))
        .map(synonymTried),
      ...(draft === null ? [] : terms.map((text) => ({ key: draftTried(text), text, draft }))),
    ],
  });
  return Object.fromEntries(
    terms.map((term): [string, Fix] => [
      term,
      {
        proposals: (proposed.get(term) ?? []).flatMap((near) => {
          const results = counted.get(near) ?? 0;
          const withSynonym = counted.get(synonymTried({ term, near }).key) ?? null;
          const visitors = next.get(term)?.find((one) => one.term === near)?.visitors ?? 0;
          return results === 0 ? [] : [{ term: near, results, withSynonym, visitors }];
        }),
        results: counted.get(term) ?? null,
        inDraft: counted.get(draftTried(term)) ?? null,
        searches: without.get(term) ?? null,
      },
    ]),
  );
}

// The search itself with the group that the form would begin with. No term holds a line break.
const synonymTried = ({ term, near }: { term: string; near: string }): Counted => ({
  key: `${term}\n${near}`,
  text: term,
  draft: { synonyms: { add: [groupFor(term, near)] } },
});

const draftTried = (term: string) => `${term}\n\n`;

/** What waits for the index in the draft of whoever asks, as the server tries it; null where it has no call for that. */
async function waitingDraft(scope: Scope, index: string): Promise<JsonObject | null> {
  const draft = holds(scope.identity.product, "drafts") ? getDraft(scope, index) : undefined;
  if (draft === undefined) return null;
  const stored = await settle(getRelevance(scope, index));
  return stored.ok && stored.value !== null ? draftBody({ stored: stored.value, values: draft.values }) : null;
}

import { maySearch } from "~/routes/data/_parts/search/run.server";
import { mostSearched } from "~/services/analytics/most-searched.server";
import { panel, panelPatience } from "~/services/platform/http/settle.server";
import { type ExampleOf, searchExample } from "~/services/search-relevance/preview/example.server";
import type { RelevanceScreen } from "~/services/search-relevance/setting";
import { exampleAddress } from "./address";
import { draftOn, type readScreen } from "../read-screen.server";

const shows: Readonly<Partial<Record<RelevanceScreen, ExampleOf>>> = {
  languages: "order",
  search: "order",
  results: "results",
  aggs: "facets",
};

/**
 * A search beside the settings of a screen, with the draft of whoever looks; null where searches may not be made, and
 * for screens whose settings no search shows.
 */
export async function loadExample(
  request: Request,
  screen: RelevanceScreen,
  { scope, index, stored, fields }: Awaited<ReturnType<typeof readScreen>>,
) {
  const of = shows[screen];
  if (of === undefined || stored === null || !maySearch(scope)) return null;
  const typed = exampleAddress.at(request).state.try;
  const draft = draftOn(scope, stored);
  const found = (async () => {
    const text = typed === "" ? ((await mostSearched(scope, { index }))[0] ?? "") : typed;
    if (text === "") return null;
    return { text, ...(await searchExample(scope, { of, index, text, stored, draft, fields })) };
  })();
  return {
    of,
    waits: Object.keys(draft.values).length > 0,
    found: await panel(found, { request, patience: panelPatience.beside }),
  };
}

export type ExampleData = NonNullable<Awaited<ReturnType<typeof loadExample>>>;

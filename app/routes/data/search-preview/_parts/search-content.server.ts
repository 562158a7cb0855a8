import { visitorRequest } from "@common/search-relevance/visitors/request";
import { validateSearch } from "~/services/data/search/reactivesearch.server";
import type { Content } from "~/services/data/stored-queries/read.server";
import { asStoredQuery, translatedBody } from "~/services/data/stored-queries/saved-search.server";
import { requireIndex } from "~/services/indices/get.server";
import { listFields } from "~/services/indices/mappings/get.server";
import type { Scope } from "~/session/scope.server";
import { previewSettings } from "./settings.server";
import { readPreview, searchOf } from "./state";

/** What is said where `searchContent` has none. */
export const NOT_TRANSLATED = "The server did not say how it translates this search, so it cannot be saved.";

/**
 * The search of an address of the preview, as the engine gets it, to be stored; undefined where the server does not say
 * how it translates it. Throws BackendError.
 */
export async function searchContent(scope: Scope, request: Request): Promise<Content | undefined> {
  const { name } = await requireIndex(scope);
  const fields = await listFields(scope, name);
  const settings = await previewSettings(scope, { index: name, request });
  const known = { fields, record: settings.record };
  // What only this page shows is no part of the search.
  const { shown: _shown, ...search } = searchOf(readPreview(request, known), known);
  const sent = visitorRequest({ ...search, marked: [], explain: false, why: "", recorded: false });
  const translated = await validateSearch(scope, { index: name, request: settings.fill?.(sent) ?? sent });
  const body = translatedBody(translated, "result");
  return body && asStoredQuery({ index: name, body, text: search.text });
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import { visitorRequest } from "@common/search-relevance/visitors/request";
import type { Handle } from "~/navigation/handle";
import { screenPath } from "~/navigation/paths";
import { redirect } from "~/server/redirect.server";
import { isForeignLink } from "~/server/security.server";
import { requireIndex } from "~/services/indices/get.server";
import { listFields } from "~/services/indices/mappings/get.server";
import { validateSearch } from "~/services/data/search/reactivesearch.server";
import { asStoredQuery, keepSearch, translatedBody } from "~/services/data/stored-queries/saved-search.server";
import { requireScope } from "~/session/scope.server";
import { readPreview, searchOf } from "./_parts/state";
import { previewSettings } from "./_parts/settings.server";

export const handle: Handle = { screen: "stored-queries" };

/** "Save this search": the search of the address, as the engine gets it, is where a new stored query begins. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "stored-queries" }, context);
  // What is kept pushes out what was begun before, so that links elsewhere only show the search.
  if (isForeignLink(request)) return redirect(screenPath(scope, "search-preview") + new URL(request.url).search);
  const { name } = await requireIndex(scope);
  const fields = await listFields(scope, name);
  const settings = await previewSettings(scope, { index: name, request });
  const known = { fields, record: settings.record };
  // What only this page shows is no part of the search.
  const { shown: _shown, ...search } = searchOf(readPreview(request, known), known);
  const sent = visitorRequest({ ...search, marked: [], explain: false, why: "", recorded: false });
  const translated = await validateSearch(scope, { index: name, request: settings.fill?.(sent) ?? sent });
  const body = translatedBody(translated, "result");
  if (body === undefined)
    throw new Response("The server did not say how it translates this search, so it cannot be saved.", { status: 502 });
  const kept = keepSearch(scope, asStoredQuery({ index: name, body, text: search.text }));
  return redirect(screenPath(scope, "stored-queries/new", { query: { search: kept } }));
}

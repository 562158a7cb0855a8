import type { LoaderFunctionArgs } from "@remix-run/node";
import "~/components/kit";
import type { Handle } from "~/navigation/handle";
import { screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { redirect } from "~/redirect.server";
import { isForeignLink } from "~/security.server";
import { requireIndex } from "~/services/indices/get.server";
import { listFields } from "~/services/mappings/get.server";
import { validateSearch } from "~/services/search/reactivesearch.server";
import { buildSearchRequest } from "~/services/search/request";
import { asStoredQuery, keepSearch, translatedBody } from "~/services/stored-queries/saved-search.server";
import { requireScope } from "~/session/scope.server";
import { readPreview, settingsOf } from "./_parts/state";

export const handle: Handle = { screen: "stored-queries" };

/** "Save this search": the search of the address, as the engine gets it, is where a new stored query begins. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("stored-queries"), context);
  // What is kept pushes out what was begun before, so that links elsewhere only show the search.
  if (isForeignLink(request)) return redirect(screenPath(scope, "search-preview") + new URL(request.url).search);
  const { name } = await requireIndex(scope);
  const fields = await listFields(scope, name);
  // What only this page shows is no part of the search.
  const settings = { ...settingsOf(readPreview(request, fields), fields), highlight: [], explain: false, recordAnalytics: false };
  const translated = await validateSearch(scope, { index: name, request: buildSearchRequest(settings) });
  const body = translatedBody(translated, "result");
  if (body === undefined) throw new Response("The server did not say how it translates this search, so it cannot be saved.", { status: 502 });
  const search = keepSearch(scope, asStoredQuery({ index: name, body, text: settings.text }));
  return redirect(screenPath(scope, "stored-queries/new", { query: { search } }));
}

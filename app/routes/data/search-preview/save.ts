import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Handle } from "~/navigation/handle";
import { screenPath } from "~/navigation/paths";
import { redirect } from "~/server/redirect.server";
import { isForeignLink } from "~/server/security.server";
import { keepSearch } from "~/services/data/stored-queries/saved-search.server";
import { requireScope } from "~/session/scope.server";
import { NOT_TRANSLATED, searchContent } from "./_parts/search-content.server";

export const handle: Handle = { screen: "stored-queries" };

/** "Edit before saving": the search of the address, as the engine gets it, is where a new stored query begins. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "stored-queries" }, context);
  // What is kept pushes out what was begun before, so that links elsewhere only show the search.
  if (isForeignLink(request)) return redirect(screenPath(scope, "search-preview") + new URL(request.url).search);
  const content = await searchContent(scope, request);
  if (content === undefined) throw new Response(NOT_TRANSLATED, { status: 502 });
  return redirect(screenPath(scope, "stored-queries/new", { query: { search: keepSearch(scope, content) } }));
}

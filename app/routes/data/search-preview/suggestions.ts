import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Handle } from "~/navigation/handle";
import { settle } from "~/services/platform/http/settle.server";
import { listFields } from "~/services/indices/mappings/get.server";
import { readSuggestions } from "~/services/data/search/answer.server";
import { titleField } from "~/services/data/search/fields";
import { search } from "~/services/data/search/reactivesearch.server";
import { suggestionRequest } from "@common/search-relevance/visitors/request";
import { requireScope } from "~/session/scope.server";
import { previewActions } from "./_parts/actions";

export const handle: Handle = { holds: "answer" };

/** What to type next in the index `?app=`, after `?q=`. A failure is no suggestion: the search itself will tell. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const index = searchParams.get("app") ?? "";
  const text = (searchParams.get("q") ?? "").trim().slice(0, 200);
  const scope = await requireScope(request, { appName: index }, previewActions, context);
  if (index === "" || text === "") return { suggestions: [] };
  const fields = await settle(listFields(scope, index));
  const field = fields.ok ? titleField(fields.value) : undefined;
  if (field === undefined) return { suggestions: [] };
  const answer = await settle(search(scope, { index, request: suggestionRequest({ text, field }) }));
  return { suggestions: answer.ok ? readSuggestions(answer.value) : [] };
}

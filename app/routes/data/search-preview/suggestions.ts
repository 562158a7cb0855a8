import "~/components/kit";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireScope } from "~/session/scope.server";
import { previewActions } from "./_parts/actions";
import { settle } from "~/services/http/settle.server";
import { listFields } from "~/services/mappings/get.server";
import { readSuggestions } from "~/services/search/answer.server";
import { titleField } from "~/services/search/fields";
import { search } from "~/services/search/reactivesearch.server";
import { buildSuggestionRequest } from "~/services/search/request";
import type { Handle } from "~/navigation/handle";

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
  const answer = await settle(search(scope, { index, request: buildSuggestionRequest({ text, field }) }));
  return { suggestions: answer.ok ? readSuggestions(answer.value) : [] };
}

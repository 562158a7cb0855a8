import { mostSearched } from "~/services/analytics/most-searched.server";
import { settle } from "~/services/platform/http/settle.server";
import { previewSuggestions } from "~/services/search-relevance/suggestions/preview.server";
import type { Scope } from "~/session/scope.server";

type Asked = Parameters<typeof previewSuggestions>[1];

/**
 * What a preview starts with where no text was asked for: none where something is suggested before a shopper types, else
 * what is searched most.
 */
export async function suggestedAtFirst(scope: Scope, asked: Asked) {
  const first = await settle(previewSuggestions(scope, asked));
  if (asked.text !== "" || asked.box !== "" || !first.ok || (first.value.found ?? []).length > 0)
    return { text: asked.text, found: first };
  const [text = ""] = await mostSearched(scope, asked);
  return text === ""
    ? { text, found: first }
    : { text, found: await settle(previewSuggestions(scope, { ...asked, text })) };
}

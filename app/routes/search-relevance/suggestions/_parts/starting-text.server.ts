import { EMPTY_QUERY } from "~/lib/address/empty-query";
import { rangeOf } from "~/lib/address/range-of";
import { everybody } from "~/services/analytics/ask.server";
import { getPopularSearches } from "~/services/analytics/terms.server";
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
  const text = await mostSearched(scope, asked.index);
  return text === ""
    ? { text, found: first }
    : { text, found: await settle(previewSuggestions(scope, { ...asked, text })) };
}

/** What is searched most in an index in 30 days, to start a preview with; "" where analytics do not tell. */
async function mostSearched(scope: Scope, index: string): Promise<string> {
  if (index === "" || !scope.can("analytics")) return "";
  const range = rangeOf({ preset: "last-30-days", zone: null }, { zone: scope.preferences.zone, now: Date.now() });
  const found = await settle(getPopularSearches({ ...scope, level: "app", app: index }, { range, ...everybody }, 5));
  const rows = found.ok ? (found.value?.rows ?? []) : [];
  return rows.find(({ key }) => key !== "" && key !== EMPTY_QUERY)?.key ?? "";
}

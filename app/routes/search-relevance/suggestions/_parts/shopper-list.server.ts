import { settle } from "~/services/platform/http/settle.server";
import { chooseIndex } from "~/services/search-relevance/first-index.server";
import { previewSuggestions } from "~/services/search-relevance/suggestions/preview.server";
import type { Scope } from "~/session/scope.server";
import { tryAddress } from "./addresses";

/**
 * The list that shoppers get for a text in one index, by the saved settings; for the pages that have it beside them.
 * Null without an index.
 */
export async function loadShopperList(scope: Scope, request: Request) {
  const { index: asked, try: text } = tryAddress.at(request).state;
  const { names, index } = await chooseIndex(scope, asked);
  if (index === "") return null;
  const found = await settle(previewSuggestions(scope, { index, text, visitor: "", box: "" }));
  return { names, index, found: found.ok ? { ...found, value: found.value.found } : found };
}

export type ShopperListData = NonNullable<Awaited<ReturnType<typeof loadShopperList>>>;

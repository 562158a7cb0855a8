import { chooseIndex } from "~/services/search-relevance/first-index.server";
import type { Scope } from "~/session/scope.server";
import { tryAddress } from "./addresses";
import { suggestedAtFirst } from "./starting-text.server";

/**
 * The list that shoppers get for a text in one index, by the saved settings; for the pages that have it beside them.
 * Null without an index.
 */
export async function loadShopperList(scope: Scope, request: Request) {
  const { index: asked, try: typed } = tryAddress.at(request).state;
  const { names, index } = await chooseIndex(scope, asked);
  if (index === "") return null;
  const { text, found } = await suggestedAtFirst(scope, { index, text: typed, visitor: "", box: "" });
  return { names, index, text, found: found.ok ? { ...found, value: found.value.found } : found };
}

export type ShopperListData = NonNullable<Awaited<ReturnType<typeof loadShopperList>>>;

import { settle } from "~/services/platform/http/settle.server";
import { listIndexNames } from "~/services/indices/list.server";
import { previewSuggestions } from "~/services/search-relevance/suggestions/preview.server";
import type { Scope } from "~/session/scope.server";
import { tryAddress } from "./addresses";

/**
 * The list that shoppers get for a text in one index, by the saved settings; for the pages that have it beside them.
 * Null without an index.
 */
export async function loadShopperList(scope: Scope, request: Request) {
  const { index: asked, try: text } = tryAddress.at(request).state;
  const names = await listIndexNames(scope);
  const index = asked === "" ? (names[0] ?? "") : asked;
  if (index === "") return null;
  const found = await settle(previewSuggestions(scope, { index, text, visitor: "", box: "" }));
  return { names, index, found: found.ok ? { ...found, value: found.value.found } : found };
}

export type ShopperListData = NonNullable<Awaited<ReturnType<typeof loadShopperList>>>;

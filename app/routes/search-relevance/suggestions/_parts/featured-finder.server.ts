import { findDocuments } from "~/services/data/documents/find.server";
import { chooseIndex } from "~/services/search-relevance/first-index.server";
import type { Scope } from "~/session/scope.server";
import { finderAddress } from "./addresses";

/** What the finder of documents shows: the indices, and what was found for the words of the address. */
export async function loadFinder(scope: Scope, request: Request) {
  const { find, index: asked } = finderAddress.at(request).state;
  const { names, index } = await chooseIndex(scope, asked);
  const found = find === "" || index === "" ? null : await findDocuments(scope, { index, text: find });
  return { names: [...new Set([...(index === "" ? [] : [index]), ...names])], index, find, found };
}

export type FinderData = Awaited<ReturnType<typeof loadFinder>>;

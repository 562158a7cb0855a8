import { titlesOf } from "~/services/data/documents/find.server";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";
import { isVisitor } from "~/session/visitor.server";

type Seen = { id: string; index: string | null };

/**
 * What readers call documents, as every other screen does; undefined for one that is gone, and for all of an index that
 * the reader may not search. One call for each index. Throws nothing for a failed call.
 */
export async function documentTitles(
  scope: Scope,
  documents: readonly Seen[],
): Promise<(document: Seen) => string | undefined> {
  // Who has no account may read figures, and no document.
  if (isVisitor(scope)) return () => undefined;
  const indices = [...new Set(documents.flatMap(({ index }) => index ?? []))];
  const found = await Promise.all(
    indices.map(async (index) => {
      const ids = documents.flatMap((one) => (one.index === index ? [one.id] : []));
      const titles = await settle(titlesOf(scope, { index, ids }));
      return [index, new Map(titles.ok ? Object.entries(titles.value) : [])] as const;
    }),
  );
  const byIndex = new Map(found);
  return ({ id, index }) => {
    const title = index === null ? undefined : byIndex.get(index)?.get(id);
    return title === id ? undefined : title;
  };
}

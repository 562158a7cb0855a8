type Named = { _id: string; _index?: string | null | undefined };
type Promoted<Hit> = { doc: Hit; position?: number | null | undefined };

const isSame = (one: Named, other: Named) =>
  one._id === other._id && (!one._index || !other._index || one._index === other._index);

/**
 * The rows of a page as an application shows them: promoted documents (beside the hits in an answer of the search API)
 * at their positions, from 1 over all pages, and nowhere else. `from`: the place of the page's first row. A server that
 * repeats them on every page is read as if it did not.
 */
export function withPromotedHits<Hit extends Named>(
  hits: readonly Hit[],
  { promoted, from = 0 }: { promoted: readonly Promoted<Hit>[]; from?: number },
): Hit[] {
  const rows = hits.filter((hit) => !promoted.some(({ doc }) => isSame(doc, hit)));
  const placed = promoted
    .map(({ doc, position }) => ({ doc, at: Math.max(0, (position ?? 1) - 1) - from }))
    .filter(({ at }) => at >= 0);
  let free = 0;
  for (const { doc, at } of placed.sort((a, b) => a.at - b.at)) {
    const place = Math.min(Math.max(at, free), rows.length);
    rows.splice(place, 0, doc);
    free = place + 1;
  }
  return rows;
}

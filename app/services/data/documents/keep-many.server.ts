import { wayBack } from "~/services/platform/changes/change.server";
import type { Scope } from "~/session/scope.server";
import type { KeptDocument } from "./restore-many.server";
import { searchRawDocuments } from "./search.server";

/**
 * IDs that are asked for at once: few at first, then as many as fit the aim in characters, so that memory stays
 * bounded.
 */
const FIRST = 10;
const MOST = 1000;
const AIM = 4_000_000;
/** One ID may be there several times, with other routing values. */
const SPARE = 20;
/** Of the limit, for what stands around the documents. */
const AROUND = 2_000;

type Asked = {
  index: string;
  ids: readonly string[];
  /** How many documents there are with these IDs. */ count: number;
};

/**
 * Documents as they are stored, to restore them after they were deleted. Undefined where they cannot be kept whole:
 * more than a way back may hold, an index that stores no sources, or some that changed meanwhile. Throws BackendError.
 */
export async function keepDocuments(
  scope: Pick<Scope, "http">,
  { index, ids, count }: Asked,
): Promise<KeptDocument[] | undefined> {
  const kept: KeptDocument[] = [];
  let room = wayBack.most - AROUND;
  let size = FIRST;
  for (let at = 0; at < ids.length;) {
    const values = ids.slice(at, at + size);
    at += values.length;
    const page = await searchRawDocuments(scope, {
      index,
      body: { query: { ids: { values } }, size: values.length + SPARE, track_total_hits: true },
    });
    if (!page.whole || page.total !== page.hits.length) return undefined;
    for (const { id, routing, raw } of page.hits) {
      const one: KeptDocument = { id, ...(routing === null ? {} : { routing }), source: raw };
      room -= JSON.stringify(one).length + 1;
      if (room < 0) return undefined;
      kept.push(one);
    }
    size = Math.max(1, Math.min(MOST, size * 4, Math.floor((AIM * values.length) / page.size)));
  }
  return kept.length === count ? kept : undefined;
}

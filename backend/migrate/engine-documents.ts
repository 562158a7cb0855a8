import { stringifyJson } from "@common/text/json";
import { ask, askJson, pathOf, refusalOf, type Caller } from "./call";
import { readHits, type Hit } from "./hits";
import type { Document, Page } from "./types";

/** Pages are cut so that they come near this many bytes. */
const PAGE_BYTES = 4 * 1024 * 1024;
const FIRST_PAGE = 500;
const LARGEST_PAGE = 5_000;
const LEAST_PAGE = 50;
const SCROLL_PAGE = 500;
const SCROLL_TIME = "10m";

type ReadOptions = { caller: Caller; index: string; from?: number | undefined };

async function search(
  caller: Caller,
  { index, body, query = {} }: { index: string; body: Record<string, unknown>; query?: Record<string, string> },
) {
  const answer = await ask(caller, {
    method: "POST",
    path: `${pathOf(index)}/_search`,
    query,
    body: stringifyJson(body),
  });
  if (answer.status !== 200) throw refusalOf(answer);
  return readHits(answer.body);
}

const bytesOf = (hits: readonly Hit[]) => hits.reduce((sum, { document }) => sum + document.source.length, 0);

/** The size of the next page after one of `count` documents and `bytes`. */
export function nextPageSize({ size, count, bytes }: { size: number; count: number; bytes: number }): number {
  if (count === 0) return size;
  const fitting = Math.floor(PAGE_BYTES / Math.max(1, bytes / count));
  return Math.max(LEAST_PAGE, Math.min(fitting, size * 2, LARGEST_PAGE));
}

/**
 * All documents of an index of a cluster, by `_seq_no`: each page is a search of its own over a window of sequence
 * numbers, so that it can be asked for again and reading can begin anywhere. The mark is the first sequence number that
 * may still bring something; shards count for themselves, so that several documents may share one.
 */
export async function* readBySequence({ caller, index, from = 0 }: ReadOptions): AsyncGenerator<Page> {
  const { hits: last } = await search(caller, { index, body: { size: 1, sort: [{ _seq_no: "desc" }], _source: true } });
  const highest = last[0]?.sort ?? -1;
  let size = FIRST_PAGE;
  let window = size * 4;
  let seen: string[] = [];
  for (let start = from; start <= highest;) {
    const range = { range: { _seq_no: { gte: start, lt: start + window } } };
    const query = { bool: { filter: [range], ...(seen.length > 0 && { must_not: [{ ids: { values: seen } }] }) } };
    const { hits } = await search(caller, { index, body: { size, version: true, sort: [{ _seq_no: "asc" }], query } });
    const documents = hits.map(({ document }) => document);
    if (hits.length < size) {
      start += window;
      seen = [];
      if (hits.length < size / 4) window *= 2;
    } else {
      const reached = hits.at(-1)?.sort ?? start;
      const same = hits.filter(({ sort }) => sort === reached).map(({ document }) => document.id);
      seen = reached === start ? [...seen, ...same] : same;
      start = reached;
    }
    yield { documents, mark: start };
    size = nextPageSize({ size, count: hits.length, bytes: bytesOf(hits) });
    window = Math.max(window, size);
  }
}

/**
 * All documents of an index of an embedded engine, by scroll: it cannot sort by `_seq_no`, and nothing is lost on the
 * way to it.
 */
export async function* readByScroll({ caller, index }: ReadOptions): AsyncGenerator<Page> {
  let scroll: string | undefined;
  try {
    for (;;) {
      const answer =
        scroll === undefined
          ? await ask(caller, {
              method: "POST",
              path: `${pathOf(index)}/_search`,
              query: { scroll: SCROLL_TIME },
              body: stringifyJson({ size: SCROLL_PAGE, version: true, sort: ["_doc"] }),
            })
          : await ask(
              { ...caller, patience: 0 },
              { method: "POST", path: "/_search/scroll", body: { scroll: SCROLL_TIME, scroll_id: scroll } },
            );
      if (answer.status !== 200) throw refusalOf(answer);
      const { hits, scrollId } = readHits(answer.body);
      scroll = scrollId;
      if (hits.length === 0) return;
      yield { documents: hits.map(({ document }) => document), mark: undefined };
    }
  } finally {
    if (scroll !== undefined)
      await askJson(
        { engine: caller.engine, patience: 0 },
        { method: "DELETE", path: "/_search/scroll", body: { scroll_id: scroll } },
        [404],
      ).catch(() => undefined);
  }
}

/** The documents of some ids. A search, since a get would need their routing; the index must be refreshed. */
export async function findDocuments({
  caller,
  index,
  ids,
}: {
  caller: Caller;
  index: string;
  ids: readonly string[];
}): Promise<Document[]> {
  const found: Document[] = [];
  for (let at = 0; at < ids.length; at += 1000) {
    const values = ids.slice(at, at + 1000);
    const { hits } = await search(caller, {
      index,
      body: { size: values.length * 2, version: true, query: { ids: { values } } },
    });
    found.push(...hits.map(({ document }) => document));
  }
  return found;
}

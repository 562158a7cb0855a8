import * as z from "zod";
import { HttpError } from "../http/errors";
import { enginePath } from "../http/paths";
import { callEngine } from "../store/engine-client";
import { SYSTEM } from "../store/system-indices";
import type { StoreParts } from "../store/system-store";
import { type SearchRecord, SearchRecordSchema } from "./record";

const ATTEMPTS = 5;

const GetSchema = z.object({ found: z.boolean(), _seq_no: z.number().optional(), _primary_term: z.number().optional(), _source: z.unknown() });
const BucketSchema = z.object({ key: z.string(), doc_count: z.number(), newest: z.object({ value: z.number().nullable() }) });
const SearchSchema = z.object({ aggregations: z.object({ terms: z.object({ buckets: z.array(BucketSchema) }) }).optional() });

/** A term that was searched for: how often, and when last (RFC 3339). */
export type RecentTerm = { key: string; count: number; timestamp: string };

/** Records of searches, in the hidden index `.analytics`. */
export type AnalyticsStore = {
  /** A record by the id of its search. */
  get: (id: string) => Promise<SearchRecord | null>;
  /** Changes a record in place, or makes it; safe against others that change it at the same time. */
  change: (id: string, change: (record: SearchRecord) => void) => Promise<void>;
  /** Terms searched for last, newest first, of the records that match a query in Elasticsearch's language. */
  recentTerms: (query: unknown, size: number) => Promise<RecentTerm[]>;
};

/** A store over the engine. */
export function createAnalyticsStore({ engine, places }: StoreParts): AnalyticsStore {
  const pending = new Map<string, Promise<void>>();
  const index = () => places.of(SYSTEM.analytics).definition.name;
  const path = (id: string) => enginePath([index(), "_doc", id]);

  async function read(id: string): Promise<{ record: SearchRecord; version: Record<string, string> } | null> {
    const { status, body } = await callEngine(engine, { method: "GET", path: path(id) }, [404]);
    if (status === 404) return null;
    const found = GetSchema.parse(body);
    const version = { if_seq_no: String(found._seq_no ?? 0), if_primary_term: String(found._primary_term ?? 1) };
    return { record: SearchRecordSchema.parse(found._source), version };
  }

  async function changeOnce(id: string, change: (record: SearchRecord) => void): Promise<boolean> {
    const known = await read(id);
    const record = known?.record ?? SearchRecordSchema.parse({});
    change(record);
    const query = known ? known.version : { op_type: "create" };
    const { status } = await callEngine(engine, { method: "PUT", path: path(id), query, body: record }, [409]);
    return status !== 409;
  }

  async function changeUntilKept(id: string, change: (record: SearchRecord) => void): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) if (await changeOnce(id, change)) return;
    throw new HttpError(409, "the record of this search is being changed by others");
  }

  // A click often comes while its search is still being written: changes of one record wait for each other.
  function change(id: string, apply: (record: SearchRecord) => void): Promise<void> {
    const before = pending.get(id) ?? Promise.resolve();
    const mine = before.catch(() => undefined).then(() => changeUntilKept(id, apply));
    pending.set(id, mine);
    const forget = () => {
      if (pending.get(id) === mine) pending.delete(id);
    };
    mine.then(forget, forget);
    return mine;
  }

  async function get(id: string): Promise<SearchRecord | null> {
    await pending.get(id)?.catch(() => undefined);
    return (await read(id))?.record ?? null;
  }

  async function recentTerms(query: unknown, size: number): Promise<RecentTerm[]> {
    const aggs = { terms: { terms: { field: "search_query", size, order: { newest: "desc" } }, aggs: { newest: { max: { field: "timestamp" } } } } };
    const { body } = await callEngine(engine, { method: "POST", path: `/${index()}/_search`, body: { size: 0, query, aggs } });
    return (SearchSchema.parse(body).aggregations?.terms.buckets ?? []).map(({ key, doc_count, newest }) => ({
      key,
      count: doc_count,
      timestamp: new Date(newest.value ?? 0).toISOString(),
    }));
  }

  return { get, change, recentTerms };
}

import { KEPT_LIMITS } from "@common/limits/kept";
import * as z from "zod";
import { HttpError } from "@backend/gateway/platform/http/errors";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { scrolled } from "@backend/gateway/platform/store/scroll";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { createSystemStore, type StoreParts } from "@backend/gateway/platform/store/system-store";
import { type KnownSynonym, type Synonym, SynonymSchema } from "./schema";

const PIECE = KEPT_LIMITS.synonymsAtOnce.most;
const HitSchema = z.object({ _id: z.string(), _source: SynonymSchema });
const HitsSchema = z.object({
  hits: z
    .object({ hits: z.array(z.object({ _id: z.string(), _source: z.looseObject({ index: z.unknown() }) })) })
    .optional(),
});
const BulkSchema = z.object({
  errors: z.boolean(),
  items: z.array(z.record(z.string(), z.object({ error: z.object({ reason: z.string() }).optional() }))),
});
const NumberedSchema = z.object({ _seq_no: z.coerce.number(), _source: z.unknown() });
const MarkSchema = z.object({
  hits: z.object({ total: z.object({ value: z.number() }) }),
  aggregations: z.object({ newer: z.object({ doc_count: z.number() }) }),
});
const GoneSchema = z.object({ deleted: z.number() });

/** Synonyms, each a record of its own. */
export type SynonymStore = {
  get: (id: string) => Promise<Synonym | null>;
  /** Those of an index, by their text. */
  ofIndex: (index: string) => Promise<KnownSynonym[]>;
  /** One of these ids that is kept for another index. */
  ofAnother: (index: string, ids: readonly string[]) => Promise<string | null>;
  put: (synonyms: readonly KnownSynonym[]) => Promise<void>;
  /** False where there was none. */
  remove: (id: string) => Promise<boolean>;
  /** How many there were. */
  removeAll: (index: string) => Promise<number>;
  /** How many there are of all indices, and how many of them were written after the one of this number. */
  mark: (newest: number) => Promise<{ count: number; newer: number }>;
  /** Those of all indices with how many records there are, and the highest number of a write among them (`_seq_no`). */
  all: () => Promise<{ groups: Synonym[]; count: number; newest: number }>;
  /** How often this gateway has changed some. */
  changes: () => number;
};

function piecesOf<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / PIECE) }, (_, place) =>
    items.slice(place * PIECE, (place + 1) * PIECE),
  );
}

/** Synonyms in the hidden index `.synonyms`, shared with a ReactiveSearch server. */
export function createSynonymStore({ engine, places }: StoreParts): SynonymStore {
  const store = createSystemStore({ engine, places, index: SYSTEM.synonyms, schema: SynonymSchema });
  const name = () => places.of(SYSTEM.synonyms).definition.name;

  async function found(query: object): Promise<KnownSynonym[]> {
    const all: KnownSynonym[] = [];
    for await (const hits of scrolled(engine, { index: name(), search: { query, size: PIECE } })) {
      for (const hit of hits) {
        const read = HitSchema.safeParse(hit);
        if (read.success) all.push({ _id: read.data._id, ...read.data._source });
      }
    }
    return all;
  }

  // Where the mapping has no field for exact words all are gone through.
  async function ofIndex(index: string): Promise<KnownSynonym[]> {
    const field = places.of(SYSTEM.synonyms).exact("index");
    const all = await found(field === null ? { match_all: {} } : { term: { [field]: index } });
    return all
      .filter((one) => one.index === index)
      .sort((a, b) => (a.synonym < b.synonym ? -1 : a.synonym > b.synonym ? 1 : a._id < b._id ? -1 : 1));
  }

  async function ofAnother(index: string, ids: readonly string[]): Promise<string | null> {
    const field = places.of(SYSTEM.synonyms).exact("index");
    const own = field === null ? [] : [{ term: { [field]: index } }];
    for (const values of piecesOf(ids)) {
      const body = {
        query: { bool: { filter: [{ ids: { values } }], must_not: own } },
        size: field === null ? PIECE : 1,
      };
      const hits =
        HitsSchema.parse((await callEngine(engine, { method: "POST", path: `/${name()}/_search`, body }, [404])).body)
          .hits?.hits ?? [];
      const other = hits.find((hit) => hit._source.index !== index);
      if (other) return other._id;
    }
    return null;
  }

  async function put(synonyms: readonly KnownSynonym[]): Promise<void> {
    for (const piece of piecesOf(synonyms)) {
      const lines = piece.flatMap(({ _id, ...record }) => [JSON.stringify({ index: { _id } }), JSON.stringify(record)]);
      const call = {
        method: "POST",
        path: `/${name()}/_bulk`,
        query: { refresh: "true" },
        body: `${lines.join("\n")}\n`,
      } as const;
      const { errors, items } = BulkSchema.parse((await callEngine(engine, call)).body);
      const reason = errors
        ? items.flatMap((item) => Object.values(item).flatMap(({ error }) => error?.reason ?? []))[0]
        : undefined;
      if (errors) throw new HttpError(500, `synonyms could not be saved: ${reason ?? "the engine refused them"}`);
    }
  }

  async function removeAll(index: string): Promise<number> {
    const ids = (await ofIndex(index)).map(({ _id }) => _id);
    let removed = 0;
    for (const piece of piecesOf(ids)) {
      const call = {
        method: "POST",
        path: `/${name()}/_delete_by_query`,
        query: { refresh: "true", conflicts: "proceed" },
        body: { query: { ids: { values: piece } } },
      } as const;
      removed += GoneSchema.parse((await callEngine(engine, call)).body).deleted;
    }
    return removed;
  }

  // The index has one shard, of which each write has the next number; what is deleted shows in the count.
  async function mark(newest: number): Promise<{ count: number; newer: number }> {
    const call = {
      method: "POST",
      path: `/${name()}/_search`,
      body: {
        size: 0,
        track_total_hits: true,
        aggs: { newer: { filter: { range: { _seq_no: { gt: newest } } } } },
      },
    } as const;
    const { status, body } = await callEngine(engine, call, [404]);
    if (status === 404) return { count: 0, newer: 0 };
    const { hits, aggregations } = MarkSchema.parse(body);
    return { count: hits.total.value, newer: aggregations.newer.doc_count };
  }

  async function all(): Promise<{ groups: Synonym[]; count: number; newest: number }> {
    const groups: Synonym[] = [];
    let [count, newest] = [0, -1];
    for await (const hits of scrolled(engine, { index: name(), search: { size: PIECE, seq_no_primary_term: true } })) {
      for (const hit of hits) {
        const read = NumberedSchema.safeParse(hit).data;
        count += 1;
        newest = Math.max(newest, read?._seq_no ?? -1);
        const group = SynonymSchema.safeParse(read?._source);
        if (group.success) groups.push(group.data);
      }
    }
    return { groups, count, newest };
  }

  let changes = 0;
  // Counted whatever came of it: a write that was cut short may have been done.
  const counted =
    <Asked, Result>(write: (asked: Asked) => Promise<Result>) =>
    (asked: Asked): Promise<Result> =>
      write(asked).finally(() => (changes += 1));

  return {
    mark,
    all,
    changes: () => changes,
    get: store.now,
    ofIndex,
    ofAnother,
    put: counted(put),
    remove: counted(store.remove),
    removeAll: counted(removeAll),
  };
}

import { KEPT_LIMITS } from "@common/limits/kept";
import * as z from "zod";
import { HttpError } from "../http/errors";
import { callEngine } from "../store/engine-client";
import { scrolled } from "../store/scroll";
import { SYSTEM } from "../store/system-indices";
import { createSystemStore, type StoreParts } from "../store/system-store";
import { type KnownSynonym, type Synonym, SynonymSchema } from "./schema";

const PIECE = KEPT_LIMITS.synonymsAtOnce.most;
const HitSchema = z.object({ _id: z.string(), _source: SynonymSchema });
const HitsSchema = z.object({ hits: z.object({ hits: z.array(z.object({ _id: z.string(), _source: z.looseObject({ index: z.unknown() }) })) }).optional() });
const BulkSchema = z.object({ errors: z.boolean(), items: z.array(z.record(z.string(), z.object({ error: z.object({ reason: z.string() }).optional() }))) });
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
};

function piecesOf<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / PIECE) }, (_, place) => items.slice(place * PIECE, (place + 1) * PIECE));
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
    return all.filter((one) => one.index === index).sort((a, b) => (a.synonym < b.synonym ? -1 : a.synonym > b.synonym ? 1 : a._id < b._id ? -1 : 1));
  }

  async function ofAnother(index: string, ids: readonly string[]): Promise<string | null> {
    const field = places.of(SYSTEM.synonyms).exact("index");
    const own = field === null ? [] : [{ term: { [field]: index } }];
    for (const values of piecesOf(ids)) {
      const body = { query: { bool: { filter: [{ ids: { values } }], must_not: own } }, size: field === null ? PIECE : 1 };
      const hits = HitsSchema.parse((await callEngine(engine, { method: "POST", path: `/${name()}/_search`, body }, [404])).body).hits?.hits ?? [];
      const other = hits.find((hit) => hit._source.index !== index);
      if (other) return other._id;
    }
    return null;
  }

  async function put(synonyms: readonly KnownSynonym[]): Promise<void> {
    for (const piece of piecesOf(synonyms)) {
      const lines = piece.flatMap(({ _id, ...record }) => [JSON.stringify({ index: { _id } }), JSON.stringify(record)]);
      const call = { method: "POST", path: `/${name()}/_bulk`, query: { refresh: "true" }, body: `${lines.join("\n")}\n` } as const;
      const { errors, items } = BulkSchema.parse((await callEngine(engine, call)).body);
      const reason = errors ? items.flatMap((item) => Object.values(item).flatMap(({ error }) => error?.reason ?? []))[0] : undefined;
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

  return {
    get: store.now,
    ofIndex,
    ofAnother,
    put,
    remove: store.remove,
    removeAll,
  };
}

import * as z from "zod";
import type { Engine } from "@backend/engine/port";
import { deleteOwnIndex } from "@backend/gateway/platform/store/delete-own";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { bytesOf } from "@backend/gateway/platform/store/index-bytes";
import { tryLock } from "@backend/gateway/platform/store/lock";
import { createSystemIndex } from "@backend/gateway/platform/store/prepare-system-indices";
import { cutOf, recordsBetween, removeOldest } from "@backend/gateway/platform/store/remove-oldest";
import { pieceName, SYSTEM } from "@backend/gateway/platform/store/system-indices";
import type { SystemPlaces } from "@backend/gateway/platform/store/system-places";
import { DAY, type LogLimits } from "./limits";
import { type AgedPiece, isFull, LATE, type Piece, type Removal, removalOf } from "./removal";

/** How often the pieces are looked at, in ms. */
const PRUNE_EVERY = 60_000;

const AliasSchema = z.record(z.string(), z.unknown());
const instant = z.object({ value: z.number().nullable() });
const FactsSchema = z.object({
  hits: z.object({ total: z.object({ value: z.number() }) }),
  aggregations: z.object({ oldest: instant, newest: instant }),
});

/**
 * What limits take away: records, their bytes by the average of their piece, and the moment in ms from which all
 * records stay.
 */
export type Removes = { records: number; bytes: number; from: number | null };

export type LogIndex = {
  /** The name that logs are read by; it stands for the pieces `.logs-000001`, `.logs-000002`… */
  alias: () => string;
  /** The piece that is written to. */
  current: () => Promise<string>;
  /**
   * Starts a new piece where the present one is full, and removes what is beyond the limits. Looks at most once a
   * minute; one gateway of all removes.
   */
  prune: () => Promise<void>;
  /** What all pieces hold together. */
  held: () => Promise<Piece>;
  /** What would be removed now under these limits. */
  removes: (limits: LogLimits) => Promise<Removes>;
  /** Ends the removal that is under way after its present step. */
  close: () => Promise<void>;
};

/** The pieces of the request log. */
export function createLogIndex({
  engine,
  places,
  limits,
  now = Date.now,
  pruneEvery = PRUNE_EVERY,
}: {
  engine: Engine;
  places: SystemPlaces;
  limits: () => Promise<LogLimits>;
  now?: () => number;
  pruneEvery?: number;
}): LogIndex {
  const alias = () => places.of(SYSTEM.logs).definition.name;
  let newest: string | null = null;
  let looked = now();
  let running: Promise<void> | null = null;
  let isClosed = false;
  // Nothing is written to older pieces any more.
  const closed = new Map<string, Piece>();

  async function pieces(): Promise<string[]> {
    const { status, body } = await callEngine(engine, { method: "GET", path: `/_alias/${alias()}` }, [404]);
    // Only what has the name of a piece is ours to drop.
    const isPiece = (index: string) => index.startsWith(`${alias()}-`) && /^\d+$/.test(index.slice(alias().length + 1));
    return status === 404 ? [] : Object.keys(AliasSchema.parse(body)).filter(isPiece).sort();
  }

  async function addPiece(number: number): Promise<string> {
    const index = pieceName(alias(), number);
    await createSystemIndex({ engine, place: places.of(SYSTEM.logs), index });
    return index;
  }

  async function current(): Promise<string> {
    newest ??= (await pieces()).at(-1) ?? (await addPiece(1));
    return newest;
  }

  async function factsOf(name: string): Promise<Piece> {
    const body = {
      size: 0,
      track_total_hits: true,
      aggs: { oldest: { min: { field: "timestamp" } }, newest: { max: { field: "timestamp" } } },
    };
    const found = FactsSchema.parse(
      (await callEngine(engine, { method: "POST", path: `/${name}/_search`, body })).body,
    );
    const { oldest, newest: last } = found.aggregations;
    return {
      name,
      records: found.hits.total.value,
      bytes: await bytesOf(engine, name),
      oldest: oldest.value,
      newest: last.value,
    };
  }

  // Piece by piece, as what is removed is reckoned: a piece of which most is deleted would make the records of the
  // others seem smaller.
  async function held(): Promise<Piece> {
    const [whole, ...each] = await Promise.all([
      factsOf(alias()),
      ...(await pieces()).map((name) => bytesOf(engine, name)),
    ]);
    return { ...whole, bytes: each.reduce((sum, bytes) => sum + bytes, 0) };
  }

  async function olderPiece(name: string): Promise<Piece> {
    const piece = closed.get(name) ?? (await factsOf(name));
    closed.set(name, piece);
    return piece;
  }

  // Of pieces that are cut open only where it has become worth it.
  async function aged(piece: Piece, { days, late }: { days: number; late: number }): Promise<AgedPiece> {
    const { name, records, oldest, newest: last } = piece;
    const before = now() - days * DAY;
    if (oldest === null || last === null || (oldest >= before - late && last >= before)) return { ...piece, aged: 0 };
    return {
      ...piece,
      aged: last < before ? records : await recordsBetween({ engine, index: name, from: oldest, to: before }),
    };
  }

  async function agedPieces(
    known: readonly string[],
    { days, late }: { days: number; late: number },
  ): Promise<AgedPiece[]> {
    const all: AgedPiece[] = [];
    for (const name of known)
      all.push(await aged(await (name === known.at(-1) ? factsOf(name) : olderPiece(name)), { days, late }));
    return all;
  }

  async function carryOut(removal: Removal, goesOn: () => Promise<boolean>): Promise<void> {
    closed.delete(removal.name);
    // A piece has the version of its mapping; what else somebody gave such a name stays.
    const isOurs = ({ meta }: { meta: Readonly<Record<string, unknown>> }) => typeof meta["version"] === "number";
    if (removal.whole) {
      await deleteOwnIndex({ engine, name: removal.name, isOurs });
      return;
    }
    const { oldest, newest: last } = await factsOf(removal.name);
    if (oldest === null || last === null) return;
    await removeOldest({
      engine,
      index: removal.name,
      from: oldest,
      to: last + 1,
      least: removal.least,
      most: removal.most,
      goesOn,
    });
  }

  // By what there is now: another gateway may have removed since, and limits may have been raised.
  async function remove(): Promise<void> {
    const lock = await tryLock({ engine, name: "log-retention", index: places.of(SYSTEM.locks).definition.name });
    if (!lock) return;
    try {
      closed.clear();
      const set = await limits();
      const goesOn = async () => {
        lock.check();
        const { days, records, bytes } = await limits();
        return !isClosed && days === set.days && records === set.records && bytes === set.bytes;
      };
      for (const removal of removalOf(await agedPieces(await pieces(), { days: set.days, late: LATE }), set))
        if (await goesOn()) await carryOut(removal, goesOn);
    } finally {
      await lock.release();
    }
  }

  async function look(): Promise<void> {
    const known = await pieces();
    const last = known.at(-1);
    newest = last ?? null;
    if (last === undefined) return;
    const set = await limits();
    if (isFull(await factsOf(last), { limits: set, now: now() })) {
      newest = await addPiece(Number(last.slice(alias().length + 1)) + 1);
      known.push(newest);
    }
    if (removalOf(await agedPieces(known, { days: set.days, late: LATE }), set).length > 0) await remove();
  }

  async function prune(): Promise<void> {
    if (running || isClosed || now() - looked < pruneEvery) return;
    looked = now();
    running = look().finally(() => (running = null));
    await running;
  }

  async function removes(set: LogLimits): Promise<Removes> {
    closed.clear();
    const known = await pieces();
    // The one that is written to is closed before, if it is full.
    const all = await agedPieces(known, { days: set.days, late: 0 });
    const next: AgedPiece = { name: "", records: 0, bytes: 0, oldest: null, newest: null, aged: 0 };
    const gone = new Map(removalOf([...all, next], set).map((removal) => [removal.name, removal]));
    const sum: Removes = { records: 0, bytes: 0, from: null };
    for (const { name, records, bytes, oldest, newest: last } of all) {
      const removal = gone.get(name);
      if (oldest === null || last === null) continue;
      const cut =
        removal === undefined
          ? { at: oldest, before: 0 }
          : removal.whole
            ? { at: last + 1, before: records }
            : await cutOf({ engine, index: name, from: oldest, to: last + 1, most: removal.most });
      sum.records += cut.before;
      sum.bytes += (bytes / records) * cut.before;
      if (removal !== undefined) sum.from = Math.max(sum.from ?? 0, cut.at);
    }
    return { ...sum, bytes: Math.round(sum.bytes) };
  }

  return {
    alias,
    current,
    prune,
    held,
    removes,
    close: async () => {
      isClosed = true;
      await running?.catch(() => undefined);
    },
  };
}

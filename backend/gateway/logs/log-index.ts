import * as z from "zod";
import type { Engine } from "../../engine/port";
import { callEngine } from "../store/engine-client";
import { createSystemIndex } from "../store/prepare-system-indices";
import { pieceName, SYSTEM } from "../store/system-indices";
import type { SystemPlaces } from "../store/system-places";
import { beyond, isFull, type LogLimits, type Piece } from "./retention";

/** How often the pieces are looked at, in ms. */
const PRUNE_EVERY = 60_000;

const AliasSchema = z.record(z.string(), z.unknown());
const instant = z.object({ value: z.number().nullable() });
const FactsSchema = z.object({ hits: z.object({ total: z.object({ value: z.number() }) }), aggregations: z.object({ oldest: instant, newest: instant }) });
const StatsSchema = z.object({ _all: z.object({ primaries: z.object({ store: z.object({ size_in_bytes: z.number() }) }) }) });

export type LogIndex = {
  /** The name that logs are read by; it stands for the pieces `.logs-000001`, `.logs-000002`… */
  alias: () => string;
  /** The piece that is written to. */
  current: () => Promise<string>;
  /** Starts a new piece where the present one is full, and drops those beyond the limits. Looks at most once a minute. */
  prune: () => Promise<void>;
  /** What all pieces hold together. */
  held: () => Promise<Piece>;
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
    const body = { size: 0, track_total_hits: true, aggs: { oldest: { min: { field: "timestamp" } }, newest: { max: { field: "timestamp" } } } };
    const found = FactsSchema.parse((await callEngine(engine, { method: "POST", path: `/${name}/_search`, body })).body);
    const stats = StatsSchema.parse((await callEngine(engine, { method: "GET", path: `/${name}/_stats/store` })).body);
    const { oldest, newest: last } = found.aggregations;
    return { name, records: found.hits.total.value, bytes: stats._all.primaries.store.size_in_bytes, oldest: oldest.value, newest: last.value };
  }

  async function olderPiece(name: string): Promise<Piece> {
    const piece = closed.get(name) ?? (await factsOf(name));
    closed.set(name, piece);
    return piece;
  }

  async function prune(): Promise<void> {
    if (now() - looked < pruneEvery) return;
    looked = now();
    const known = await pieces();
    const last = known.at(-1);
    newest = last ?? null;
    if (last === undefined) return;
    const at = { limits: await limits(), now: now() };
    const written = await factsOf(last);
    const all: Piece[] = [];
    for (const name of known.slice(0, -1)) all.push(await olderPiece(name));
    all.push(written);
    if (isFull(written, at)) {
      newest = await addPiece(Number(last.slice(alias().length + 1)) + 1);
      all.push({ name: newest, records: 0, bytes: 0, oldest: null, newest: null });
    }
    for (const old of beyond(all, at)) {
      await callEngine(engine, { method: "DELETE", path: `/${old}` }, [404]);
      closed.delete(old);
    }
  }

  return { alias, current, prune, held: () => factsOf(alias()) };
}

import * as z from "zod";
import type { Engine } from "../../engine/port";
import { callEngine } from "../store/engine-client";
import { createSystemIndex } from "../store/prepare-system-indices";
import { pieceName, SYSTEM } from "../store/system-indices";
import type { SystemPlaces } from "../store/system-places";

/** A piece is closed after so many records or days, and the newest two are kept (contract 10, 4.2, production tiers). */
const MAX_RECORDS = 500_000;
const MAX_AGE = 30 * 24 * 3600 * 1000;
const KEPT = 2;
/** How often the pieces are looked at, in ms. */
const PRUNE_EVERY = 60_000;

const AliasSchema = z.record(z.string(), z.unknown());
const CountSchema = z.object({ count: z.number() });
const OldestSchema = z.object({ hits: z.object({ hits: z.array(z.object({ _source: z.object({ timestamp: z.string() }) })) }) });

export type LogIndex = {
  /** The name that logs are read by; it stands for the newest pieces `.logs-000001`, `.logs-000002`… */
  alias: () => string;
  /** The piece that is written to. */
  current: () => Promise<string>;
  /** Starts a new piece where the present one is full or old, and drops those beyond the newest two. Looks at most once a minute. */
  prune: () => Promise<void>;
};

/** The pieces of the request log. */
export function createLogIndex({
  engine,
  places,
  now = Date.now,
  maxRecords = MAX_RECORDS,
  maxAge = MAX_AGE,
  pruneEvery = PRUNE_EVERY,
}: {
  engine: Engine;
  places: SystemPlaces;
  now?: () => number;
  maxRecords?: number;
  maxAge?: number;
  pruneEvery?: number;
}): LogIndex {
  const alias = () => places.of(SYSTEM.logs).definition.name;
  let newest: string | null = null;
  let looked = now();

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

  async function isFull(piece: string): Promise<boolean> {
    const count = CountSchema.parse((await callEngine(engine, { method: "GET", path: `/${piece}/_count` })).body).count;
    if (count >= maxRecords) return true;
    const oldest = { size: 1, sort: [{ timestamp: "asc" }], _source: ["timestamp"] };
    const found = OldestSchema.parse((await callEngine(engine, { method: "POST", path: `/${piece}/_search`, body: oldest })).body).hits.hits[0];
    return found !== undefined && now() - Date.parse(found._source.timestamp) > maxAge;
  }

  async function prune(): Promise<void> {
    if (now() - looked < pruneEvery) return;
    looked = now();
    const known = await pieces();
    const last = known.at(-1);
    newest = last ?? null;
    if (last === undefined || !(await isFull(last))) return;
    newest = await addPiece(Number(last.slice(alias().length + 1)) + 1);
    for (const old of [...known, newest].slice(0, -KEPT)) await callEngine(engine, { method: "DELETE", path: `/${old}` }, [404]);
  }

  return { alias, current, prune };
}

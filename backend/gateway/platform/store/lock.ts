import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import type { Engine } from "@backend/engine/port";
import { enginePath } from "../http/paths";
import { callEngine } from "./engine-client";
import { SYSTEM } from "./system-indices";

/** How long a lock holds after it was last renewed, in ms. */
const LEASE = 15_000;
/**
 * How far the clocks of two machines may differ, in ms: by so much later a lock of another counts as expired by its own
 * word.
 */
const CLOCK_SKEW = 30_000;
const POLL = 200;

const WrittenSchema = z.object({ _seq_no: z.number(), _primary_term: z.number() });
const HeldSchema = WrittenSchema.extend({ _source: z.object({ owner: z.string(), expires_at: z.number() }) });
type Place = z.infer<typeof WrittenSchema>;

/**
 * A lock that is held. `check` throws once it was lost to another, which happens when the process slept longer than the
 * lease.
 */
export type Lock = { check: () => void; release: () => Promise<void> };
type LockOptions = {
  engine: Engine;
  name: string;
  /** The index of the locks, by its name on this engine. */ index?: string;
  owner?: string;
  lease?: number;
  /** How long it is waited for, in ms; as long as it takes where not given. */ patience?: number;
  onWait?: (owner: string) => void;
};

/** Whoever held a lock lost it while working. */
export class LockLostError extends Error {}

function lockPath({ name, index = SYSTEM.locks.name }: Pick<LockOptions, "name" | "index">): string {
  return enginePath([index, "_doc", name]);
}

function conditionOf({ _seq_no, _primary_term }: Place): Record<string, string> {
  return { if_seq_no: String(_seq_no), if_primary_term: String(_primary_term) };
}

type Claim = { engine: Engine; path: string; owner: string; lease: number };

// The condition of each write: that there is no lock yet, or that it is still the one that was read. Null where it does
// not hold.
async function write({ engine, path, owner, lease }: Claim, place: Place | null): Promise<Place | null> {
  const query: Record<string, string> = place ? conditionOf(place) : { op_type: "create" };
  const { status, body } = await callEngine(
    engine,
    { method: "PUT", path, query, body: { owner, expires_at: Date.now() + lease } },
    [409],
  );
  return status === 409 ? null : WrittenSchema.parse(body);
}

type Wait = { wait: boolean; patience?: number | undefined; onWait?: ((owner: string) => void) | undefined };

async function acquire(claim: Claim, { wait, patience = Infinity, onWait }: Wait): Promise<Place | null> {
  const started = performance.now();
  let seen: { place: Place; since: number } | null = null;
  for (;;) {
    const made = await write(claim, null);
    if (made) return made;
    const { status, body } = await callEngine(claim.engine, { method: "GET", path: claim.path }, [404]);
    if (status === 404) continue;
    const held = HeldSchema.parse(body);
    if (!seen) onWait?.(held._source.owner);
    if (!seen || seen.place._seq_no !== held._seq_no || seen.place._primary_term !== held._primary_term)
      seen = { place: held, since: performance.now() };
    const isLeft = Date.now() > held._source.expires_at + CLOCK_SKEW || performance.now() - seen.since > claim.lease;
    const taken = isLeft ? await write(claim, held) : null;
    if (taken || !wait || performance.now() - started > patience) return taken;
    await pause(POLL);
  }
}

// Renews until it is released. A renewal that failed is tried again with the next one; until then `check` tells by the
// time.
function hold(claim: Claim, name: string, first: Place): Lock {
  const { engine, path, lease } = claim;
  let place = first;
  let isLost = false;
  let renewedAt = performance.now();
  let renewing: Promise<void> = Promise.resolve();

  async function renew(): Promise<void> {
    const started = performance.now();
    const next = await write(claim, place);
    if (next) [place, renewedAt] = [next, started];
    else isLost = true;
  }

  const timer = setInterval(() => (renewing = renewing.then(renew).catch(() => undefined)), lease / 3);
  timer.unref();

  return {
    check: () => {
      if (isLost) throw new LockLostError(`the lock [${name}] was taken over by another process`);
      if (performance.now() - renewedAt > lease)
        throw new LockLostError(`the lock [${name}] could not be renewed in time`);
    },
    release: async () => {
      clearInterval(timer);
      await renewing;
      // A lock that cannot be removed now runs out by itself.
      if (!isLost)
        await callEngine(engine, { method: "DELETE", path, query: conditionOf(place) }, [404, 409]).catch(
          () => undefined,
        );
    },
  };
}

/**
 * Takes a lock if nobody has it, without waiting; null where somebody has. Whoever takes it releases it. Throws the
 * engine's errors.
 */
export async function tryLock({
  engine,
  name,
  index,
  owner = randomUUID(),
  lease = LEASE,
}: Omit<LockOptions, "onWait" | "patience">): Promise<Lock | null> {
  const claim = { engine, path: lockPath({ name, index }), owner, lease };
  const place = await acquire(claim, { wait: false });
  return place && hold(claim, name, place);
}

/**
 * Runs work that only one gateway of all on an engine may do at a time. The lock is a document of `.locks`, made only
 * where there is none, renewed while the work lasts and removed at its end. One left behind by a process that died is
 * taken over: when its time is over by the clock, or when this process has seen it unchanged for a whole lease,
 * whatever the clocks say. `lease` in ms. Throws what the work throws, the engine's errors, and LockLostError where
 * `patience` was not enough.
 */
export async function withLock<Value>(
  { engine, name, index, owner = randomUUID(), lease = LEASE, patience, onWait }: LockOptions,
  work: (lock: Pick<Lock, "check">) => Promise<Value>,
): Promise<Value> {
  const claim = { engine, path: lockPath({ name, index }), owner, lease };
  const place = await acquire(claim, { wait: true, patience, onWait });
  if (!place) throw new LockLostError(`the lock [${name}] was not had`);
  const lock = hold(claim, name, place);
  try {
    return await work(lock);
  } finally {
    await lock.release();
  }
}

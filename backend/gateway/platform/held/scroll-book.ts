import { HELD_LIMITS } from "@common/limits/held";
import type { Owner } from "./shares";
import { tooMany } from "./too-many";

const { scrollsOfOne, scrollsOfAll, scrollKeepAlive } = HELD_LIMITS;
/** Nobody is told to wait longer, in s. */
const LONGEST_WAIT = 60;

/** `keepAlive`: how long the engine keeps it without a call, in ms; `until`: when it drops it. */
type Entry = { owner: Owner; weight: number; keepAlive: number; until: number };

/**
 * What a call that opens scrolls has reserved: once it is known what was opened, it is `kept`; else it is given back.
 */
export type Reserved = {
  /**
   * Takes what was opened in the reservation's place. Throws 429 where that is more than there is room for; the
   * reservation is given back then.
   */
  keep: (entry: { id: string; weight: number; keepAlive: number }) => void;
  /** Gives it back, unless it was kept. */
  release: () => void;
};

/** Which scrolls callers have open in the engine, by the ids that the engine gave. */
export type ScrollBook = {
  /** Throws 429 where the owner, or all together, have too many open. */
  reserve: (owner: Owner, weight?: number) => Reserved;
  /**
   * A page was read: the scroll rests from now, perhaps under another id. One that is not known (of another gateway, or
   * of before a start) is taken in.
   */
  touch: (page: { owner: Owner; id: string; newId: string; weight: number; keepAlive: number | undefined }) => void;
  /** They are closed; without ids all of them. */
  drop: (ids: readonly string[] | undefined) => void;
};

// As Elasticsearch refuses what is too many for all.
function refused(most: number, soonest: number | undefined, now: number, whose = ""): Error {
  const reason = `Trying to create too many scroll contexts${whose}. Must be less than or equal to: [${most}]. Close those that are no longer read with DELETE /_search/scroll.`;
  const wait = soonest === undefined ? 1 : (soonest - now) / 1000;
  return tooMany({ reason, type: "rejected_execution_exception", retryAfter: Math.min(LONGEST_WAIT, wait) });
}

/** A book of open scrolls. A caller's only scroll may be larger than his share, as one over many indices is. */
export function createScrollBook({ now = Date.now }: { now?: (() => number) | undefined } = {}): ScrollBook {
  const open = new Map<string, Entry>();
  let reservations = 0;

  function sweep(): void {
    const at = now();
    for (const [id, { until }] of open) if (until <= at) open.delete(id);
  }

  function requireRoom(owner: Owner, weight: number, without?: string): void {
    sweep();
    const others = [...open].filter(([id]) => id !== without).map(([, entry]) => entry);
    const mine = others.filter((entry) => entry.owner === owner);
    const sum = (entries: readonly Entry[]) => entries.reduce((all, one) => all + one.weight, 0);
    const soonest = (entries: readonly Entry[]) =>
      entries.length === 0 ? undefined : Math.min(...entries.map(({ until }) => until));
    if (mine.length > 0 && sum(mine) + weight > scrollsOfOne.most)
      throw refused(scrollsOfOne.most, soonest(mine), now(), " for one caller");
    if (sum(others) + weight > scrollsOfAll.most) throw refused(scrollsOfAll.most, soonest(others), now());
  }

  return {
    reserve: (owner, weight = 1) => {
      requireRoom(owner, weight);
      const name = `reserved ${++reservations}`;
      open.set(name, { owner, weight, keepAlive: Infinity, until: Infinity });
      return {
        keep: ({ id, weight, keepAlive }) => {
          try {
            requireRoom(owner, weight, name);
          } finally {
            open.delete(name);
          }
          open.set(id, { owner, weight, keepAlive, until: now() + keepAlive });
        },
        release: () => void open.delete(name),
      };
    },
    touch: ({ owner, id, newId, weight, keepAlive: asked }) => {
      const known = open.get(id);
      const keepAlive = asked ?? known?.keepAlive ?? scrollKeepAlive.most;
      open.delete(id);
      open.set(newId, {
        owner: known?.owner ?? owner,
        weight: known?.weight ?? weight,
        keepAlive,
        until: now() + keepAlive,
      });
    },
    drop: (ids) => {
      // What is reserved is not closed by whoever closes all.
      for (const id of ids ?? [...open.keys()].filter((name) => !name.startsWith("reserved "))) open.delete(id);
    },
  };
}

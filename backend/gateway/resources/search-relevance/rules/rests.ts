import { type Handler, HANDLERS } from "@common/search-relevance/rule-kinds";
import { tookTooMuch } from "./scripts/sandbox-words";
import type { StoredRule } from "./schema";

/** After so many runs in a row that took too much a script rests for so long, in ms. */
const RUNS = 3;
const REST_MS = 30_000;

/**
 * Which scripts rest in this process: one that takes all its time in every search would make all searches wait for it.
 */
export type Rests = {
  isResting: (rule: Pick<StoredRule, "id" | "updated_at">) => boolean;
  /** Tells how a run of one of its functions ended; null for one that did what it should. */
  ended: (rule: Pick<StoredRule, "id" | "updated_at">, run: { handler: Handler; message: string | null }) => void;
};

/** Nothing is kept of scripts that run. A rule that is saved again is another one. */
export function createRests({ now = Date.now }: { now?: () => number } = {}): Rests {
  const known = new Map<string, { runs: number; until: number }>();
  const keyOf = ({ id, updated_at }: Pick<StoredRule, "id" | "updated_at">, handler: Handler) =>
    `${id} ${updated_at} ${handler}`;
  return {
    isResting: (rule) =>
      known.size > 0 && HANDLERS.some((handler) => (known.get(keyOf(rule, handler))?.until ?? 0) > now()),
    ended: (rule, { handler, message }) => {
      const key = keyOf(rule, handler);
      if (message === null || !tookTooMuch(message)) {
        known.delete(key);
        return;
      }
      const runs = (known.get(key)?.runs ?? 0) + 1;
      known.set(key, { runs, until: runs < RUNS ? 0 : now() + REST_MS });
    },
  };
}

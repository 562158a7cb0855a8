import { type BackendClient, createClient } from "~/services/platform/http/client.server";
import type { Scope } from "~/session/scope.server";
import { serverOf } from "~/sessions.server";

/** Answers of the log are asked for again after this long. */
export const FRESH_MS = 10_000;
/** Until then the last answer stands in for one that is long on its way, so that a busy server does not slow pages. */
const STALE_MS = 120_000;
/** How long the next answer is waited for where there is a last one. */
const PATIENCE_MS = 150;
const MOST_KEPT = 2_000;

type Settled = { at: number; value: unknown };
type Kept = { at: number; answer: Promise<unknown>; settled?: Settled; last?: Settled };

const kept = new Map<string, Kept>();

type Keep<T> = {
  who: Pick<Scope, "session" | "context">;
  key: string;
  fresh?: number;
  ask: (http: BackendClient) => Promise<T>;
};

/**
 * What `ask` answers, asked for at most every `fresh` ms by a session, and never twice at once. While the next answer
 * is long on its way the last one stands, for two minutes. A failure is not kept. Throws what `ask` throws.
 */
export function keepAnswer<T>({ who: { session, context }, key, fresh = FRESH_MS, ask }: Keep<T>): Promise<T> {
  const name = `${session.id} ${key}`;
  const found = kept.get(name);
  const isGood = found !== undefined && (found.settled === undefined || Date.now() - found.at < fresh);
  // Only what this function put there under the name comes back.
  return (isGood ? answerOf(found) : answerOf(begin())) as Promise<T>;

  function begin(): Kept {
    // Not bound to this request: the next page shares the answer.
    const answer = ask(createClient({ ...serverOf(session), context }));
    const entry: Kept = { at: Date.now(), answer, ...(found?.settled && { last: found.settled }) };
    kept.delete(name);
    kept.set(name, entry);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    answer.then(
      (value) => (entry.settled = { at: Date.now(), value }),
      () => kept.get(name) === entry && kept.delete(name),
    );
    return entry;
  }
}

function answerOf({ answer, settled, last }: Kept): Promise<unknown> {
  if (settled !== undefined || last === undefined || Date.now() - last.at > STALE_MS) return answer;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, PATIENCE_MS, last.value)));
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

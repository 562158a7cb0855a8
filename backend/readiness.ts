import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import * as z from "zod";
import type { EngineState } from "./engine/remote/check";
import { missingRights } from "./engine/remote/rights";
import { HttpError } from "./gateway/platform/http/errors";
import type { Readiness } from "./gateway/platform/http/types";

/** Between two tries, in ms: the first wait, doubled each time up to the longest. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError)
    return "the search engine cannot be prepared: its answers are not those of a search engine";
  if (!(error instanceof HttpError)) return error instanceof Error ? error.message : String(error);
  const detail = error.detail ? `${error.detail.reason} [type=${error.detail.type}]` : error.message;
  // A block (a full disk, an index locked by its settings) is 403 too, and no matter of rights.
  if (error.status === 403 && error.detail?.type !== "cluster_block_exception") return missingRights(detail);
  return error.status === 500 && error.detail?.type === "engine_unreachable"
    ? `the search engine cannot be reached (${detail})`
    : `the search engine cannot be prepared: ${detail}`;
}

/**
 * Looks at the engine and prepares it, again and again until it works, and says so in the log: one line for each new
 * reason. Resolves when the engine is ready or `signal` ends it; never rejects. `readiness` tells where it stands.
 */
export function becomeReady({
  check,
  prepare,
  log,
  signal,
  firstWait = FIRST_WAIT,
}: {
  check: () => Promise<EngineState>;
  prepare: () => Promise<void>;
  log: Logger;
  signal: AbortSignal;
  firstWait?: number;
}): { readiness: Readiness; done: Promise<void> } {
  let problem: string | null = "the search engine has not been looked at yet";

  async function tryOnce(): Promise<string | null> {
    const state = await check();
    if (!state.ready) return state.reason;
    try {
      await prepare();
    } catch (error) {
      return reasonOf(error);
    }
    const { product, health } = state;
    log.info({ product: product.name, version: product.version, health }, "the search engine is ready");
    if (state.warning !== undefined) log.warn(state.warning);
    if (health === "red") log.warn("the cluster's health is red: some indices cannot be searched or written");
    return null;
  }

  async function run(): Promise<void> {
    let wait = firstWait;
    while (!signal.aborted) {
      const found = await tryOnce();
      if (found !== null && found !== problem) log.error(`not ready: ${found}; it is tried again until it works`);
      problem = found;
      if (found === null) return;
      await pause(wait, undefined, { signal }).catch(() => undefined);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
  }

  return { readiness: { problem: () => problem }, done: run() };
}

import { createHash } from "node:crypto";
import { PIPELINES_LIMITS } from "@common/limits/pipelines";
import type { Caller } from "@backend/gateway/platform/auth/types";
import type { Run, RunState } from "../run/types";

/** What a run had when it was kept: the answer, and what is known of its search. */
type Kept = Pick<RunState, "response" | "search">;
type Entry = { at: number; size: number; kept: Kept };
/** Answers of pipelines, each for those who see the same. */
export type AnswerCache = { get: (key: string) => Kept | null; put: (key: string, kept: Kept) => void };

/** How long an answer is given again, in ms. */
const FRESH = 60_000;

/** A cache that holds so many characters at most; the oldest go. */
export function createAnswerCache(now: () => number = Date.now): AnswerCache {
  const entries = new Map<string, Entry>();
  let held = 0;

  function drop(key: string): void {
    held -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  }

  function get(key: string): Kept | null {
    const found = entries.get(key);
    if (!found) return null;
    if (now() - found.at < FRESH) return found.kept;
    drop(key);
    return null;
  }

  function put(key: string, kept: Kept): void {
    const { translated, found } = kept.search;
    const texts = [kept.response?.body, translated?.text, found?.text];
    const size = texts.reduce((sum, text) => sum + (text?.length ?? 0), 2_000);
    const { most } = PIPELINES_LIMITS.cached;
    if (size > most / 10) return;
    drop(key);
    entries.set(key, { at: now(), size, kept });
    held += size;
    for (const oldest of entries.keys()) {
      if (held <= most) break;
      drop(oldest);
    }
  }

  return { get, put };
}

// Two callers with the same rights to the same things get the same answer.
function rightsOf(caller: Caller): unknown {
  if (caller.kind === "user") return caller.user.username;
  const {
    include_fields,
    exclude_fields,
    search_include_fields_only,
    indices,
    reactivesearchConfig,
    categories,
    acls,
  } = caller.credential;
  return [include_fields, exclude_fields, search_include_fields_only, indices, reactivesearchConfig, categories, acls];
}

/** The key of a run's answer: the pipeline as it stands, what is asked, and what its caller may see. */
export function cacheKey({ pipeline, state, letIn, context }: Run): string {
  const { id, version, updatedAt } = pipeline;
  const { method, path, body } = state.request;
  const { now: _now, ...envs } = state.envs;
  const asked = [id, version, updatedAt, method, path, context.query, body, envs, letIn && rightsOf(letIn.both)];
  return createHash("sha256").update(JSON.stringify(asked)).digest("base64");
}

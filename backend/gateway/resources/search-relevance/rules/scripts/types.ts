import { SCRIPTS_LIMITS } from "@common/limits/scripts";
import type { Handler } from "@common/search-relevance/rule-kinds";

/** What a run may take. Times in ms, sizes in bytes. */
export type ScriptLimits = { timeMs: number; memory: number; stack: number; output: number };

const { time, cronTime, cronTrialTime, memory, stack, output } = SCRIPTS_LIMITS;

export const LIMITS: ScriptLimits = { timeMs: time.most, memory: memory.most, stack: stack.most, output: output.most };
export const CRON_LIMITS: ScriptLimits = { ...LIMITS, timeMs: cronTime.most };
export const CRON_TRIAL_LIMITS: ScriptLimits = { ...LIMITS, timeMs: cronTrialTime.most };

/** A script that is looked at before it is kept is waited for by whoever saves it. */
export const CHECK_LIMITS: ScriptLimits = { ...LIMITS, timeMs: 2_000 };

/**
 * One run: the script is read, then its function is called. `context` is JSON text. With `check` its result is the list
 * of functions that it has, of all there are, none is called where `handler` is null, and nothing is fetched.
 */
export type ScriptJob = {
  id: number;
  script: string;
  handler: Handler | null;
  context: string;
  limits: ScriptLimits;
  check?: true | undefined;
};

export type FetchCall = { url: string; method: string; headers: Record<string, string>; body: string | null };
export type FetchAnswer = { status: number; headers: Record<string, string>; body: string };

export type ToWorker =
  { kind: "run"; job: ScriptJob } | { kind: "fetched"; call: number; answer: FetchAnswer | { error: string } };

/**
 * What became of a run: `result` is the JSON text of what the function gave, null where the script has no such function
 * or it gave nothing. A thread that is
 * `spent` is not used again.
 */
export type ScriptOutcome = { logs: string[]; spent: boolean } & (
  { kind: "done"; result: string | null; called: boolean } | { kind: "failed"; message: string }
);

export type FromWorker =
  | { kind: "ready" }
  | { kind: "fetch"; call: number; asked: FetchCall }
  | { kind: "outcome"; id: number; outcome: ScriptOutcome };

/** What a run may take. Times in ms, sizes in bytes. */
export type ScriptLimits = { timeMs: number; memory: number; stack: number; output: number };

export const LIMITS: ScriptLimits = { timeMs: 5_000, memory: 64 * 1024 ** 2, stack: 256 * 1024, output: 10 * 1024 ** 2 };
export const CRON_LIMITS: ScriptLimits = { ...LIMITS, timeMs: 10 * 60_000 };

/** Functions of a script that are called, where it has them. */
export type Handler = "handleRequest" | "handleResponse" | "handleCron";

/** One run: the script is read, then its function is called. `context` is JSON text. */
export type ScriptJob = { id: number; script: string; handler: Handler; context: string; limits: ScriptLimits };

export type FetchCall = { url: string; method: string; headers: Record<string, string>; body: string | null };
export type FetchAnswer = { status: number; headers: Record<string, string>; body: string };

export type ToWorker = { kind: "run"; job: ScriptJob } | { kind: "fetched"; call: number; answer: FetchAnswer | { error: string } };

/**
 * What became of a run: `result` is the JSON text of what the function gave, null where the script has no such function or it gave nothing. A thread that is
 * `spent` is not used again.
 */
export type ScriptOutcome = { logs: string[]; spent: boolean } & (
  { kind: "done"; result: string | null; called: boolean } | { kind: "failed"; message: string }
);

export type FromWorker = { kind: "ready" } | { kind: "fetch"; call: number; asked: FetchCall } | { kind: "outcome"; id: number; outcome: ScriptOutcome };

import { isAway, isBackendError } from "~/services/platform/http/errors.server";
import { isLocked } from "~/lib/indices/locked-index";
import { FailedError, StoppedError } from "./kind.server";
import type { JobState } from "./states";
import type { JobRow } from "./table.server";

const FIRST_WAIT = 5_000;
const LONGEST_WAIT = 5 * 60_000;
/** A server that is away for longer than this needs somebody. With the longest wait between tries, a day. */
const MOST_TRIES = 290;

/** An index that stays locked for longer than some minutes is locked by somebody. */
const LOCKED_TRIES = 5;

type After = { state: JobState; message: string; nextTry?: number; tries?: number; unexpected?: boolean };

/** How long a job waits for its server before try `tries + 1`, in ms. */
export function backOffMs(tries: number): number {
  return Math.min(FIRST_WAIT * 2 ** Math.min(tries, 10), LONGEST_WAIT);
}

/**
 * What becomes of a job that threw: paused while its server is away, interrupted where somebody has to act, failed
 * where nobody can help.
 */
export function afterFailure({
  error,
  row,
  now = Date.now(),
}: {
  error: unknown;
  row: Pick<JobRow, "tries">;
  now?: number;
}): After {
  if (error instanceof StoppedError) return { state: "interrupted", message: error.message };
  if (error instanceof FailedError) return { state: "failed", message: error.message };
  if (!isBackendError(error)) {
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    return {
      state: "interrupted",
      message: `The console failed${code}. Resume the job to try again.`,
      unexpected: true,
    };
  }
  const { status, message } = error;
  // The end of a re-index locks an index for a moment.
  const isBriefly = status === 403 && isLocked(error.failure.detail ?? message) && row.tries < LOCKED_TRIES;
  const passes = isBriefly || isAway(error) || status === 429 || status === 408 || status >= 500;
  if (passes && row.tries < MOST_TRIES)
    return { state: "paused", message, nextTry: now + backOffMs(row.tries), tries: row.tries + 1 };
  if (passes)
    return {
      state: "interrupted",
      message: `${message} The job stopped trying after a day. Resume it when the server is back.`,
    };
  if (status === 401 || status === 403)
    return {
      state: "interrupted",
      message: `The server no longer allows this (${message}) Sign in again, then resume.`,
    };
  return { state: "failed", message };
}

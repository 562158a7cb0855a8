import type { Failure } from "~/lib/user-messages";
import { BackendError } from "./errors.server";

export type Settled<T> = { ok: true; value: T } | { ok: false; failure: Failure };

/** One panel of a page: its value, or why there is none. Only failed calls are caught; anything else is a fault of ours and goes on. */
export async function settle<T>(promise: Promise<T>): Promise<Settled<T>> {
  try {
    return { ok: true, value: await promise };
  } catch (error) {
    if (error instanceof BackendError) return { ok: false, failure: error.failure };
    throw error;
  }
}

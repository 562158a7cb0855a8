import type { Logger } from "pino";
import { HttpError } from "@backend/gateway/platform/http/errors";

/** One part of an overview; `failed` is its name where it could not be made, if that is another one. */
type Part = readonly [name: string, rows: Promise<readonly unknown[]>, failed?: string];

/**
 * Whether the engine itself said no. One that cannot be reached, a caller who went away and faults of our own are no
 * such thing.
 */
function isRefusal(error: unknown): error is HttpError {
  return error instanceof HttpError && error.status !== 499 && error.detail?.type !== "engine_unreachable";
}

/**
 * Parts of an overview beside each other. One that the engine refuses is empty, and the others are there (contract 20,
 * 1.1); the log says why. Throws what else goes wrong: an overview of nothing but zeros would look like a day without
 * visitors.
 */
export async function partsOf(
  log: Pick<Logger, "warn">,
  parts: readonly Part[],
): Promise<Record<string, readonly unknown[]>[]> {
  return Promise.all(
    parts.map(async ([name, rows, failed = name]) => {
      try {
        return { [name]: await rows };
      } catch (error) {
        if (!isRefusal(error)) throw error;
        log.warn(
          { part: name, status: error.status, reason: error.detail?.reason ?? error.message },
          "a part of the analytics overview was refused by the engine",
        );
        return { [failed]: [] };
      }
    }),
  );
}

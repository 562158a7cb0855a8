import type { Failure } from "~/lib/messages/user-messages";
import { isBackendError } from "./errors.server";

type Said = Pick<Failure, "kind" | "status">;

/** True for the failure of a call that the server does not know at all. */
export function isNotOffered({ kind, status }: Said): boolean {
  return kind === "not-offered" || status === 404;
}

/**
 * True for a failure by which a server keeps an answer from this user: it does not know the call, or his rights do not
 * cover it.
 */
export function isNotTold(failure: Said): boolean {
  return failure.kind === "not-allowed" || isNotOffered(failure);
}

/** What a call gives; null where the server does not know it. Throws BackendError. */
export async function whereOffered<Value>(call: Promise<Value>): Promise<Value | null> {
  try {
    return await call;
  } catch (error) {
    if (isBackendError(error) && isNotOffered(error.failure)) return null;
    throw error;
  }
}

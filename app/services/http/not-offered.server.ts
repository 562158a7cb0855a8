import type { Failure } from "~/lib/user-messages";
import { isBackendError } from "./errors.server";

/** True for the failure of a call that the server does not know at all: it says so, or takes the first name of the path for an index. */
export function isNotOffered({ kind, status, detail = "" }: Pick<Failure, "kind" | "status" | "detail">): boolean {
  return kind === "not-offered" || status === 404 || (status === 400 && /invalid index name|invalid_index_name|must not start with/i.test(detail));
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

import * as z from "zod";
import type { BackendAnswer } from "./client.server";
import { NOT_DONE, whatCameOf } from "./what-came";

/**
 * What engines and search servers answer to a change that was made. Anything else with a 200 comes from something that
 * is no search server.
 */
export const doneSchema = z.union([z.object({ acknowledged: z.literal(true) }), z.object({ message: z.string() })]);

/** Checks that an answer says that a change was made. Throws BackendError. */
export function requireDone({ body, failed }: Pick<BackendAnswer, "body" | "failed">) {
  const came = whatCameOf(body);
  if (came.kind === "nothing") throw failed("not-done", { status: NOT_DONE, detail: came.message });
  if (!doneSchema.safeParse(body).success) throw failed("malformed");
}

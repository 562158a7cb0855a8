import * as z from "zod";
import type { BackendAnswer } from "./client.server";

/** What engines and search servers answer to a change that was made. Anything else with a 200 comes from something that is no search server. */
export const doneSchema = z.union([z.object({ acknowledged: z.literal(true) }), z.object({ message: z.string() })]);

/** Checks that an answer says that a change was made. Throws BackendError. */
export function requireDone({ body, failed }: Pick<BackendAnswer, "body" | "failed">) {
  if (!doneSchema.safeParse(body).success) throw failed("malformed");
}

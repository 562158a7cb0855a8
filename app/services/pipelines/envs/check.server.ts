import * as z from "zod";
import { isBackendError } from "~/services/platform/http/errors.server";
import { isNotTold, whereOffered } from "~/services/platform/http/not-offered.server";
import type { Scope } from "~/session/scope.server";
import type { EnvCheck } from "./read.server";
import { sentCheck } from "./write.server";

/** What came of a check: `status` is null where the address did not answer. */
export type Checked = { ok: boolean; status: number | null; expected: number; message: string };

const checkedSchema = z.object({
  ok: z.boolean(),
  status: z.number().nullable().catch(null),
  expected: z.number(),
  message: z.string().catch(""),
});

/**
 * Has the server send the request by which a variable is checked; an empty `value` stands for the kept one. Null where
 * the server has no such call, which only ours has. Throws BackendError.
 */
export async function checkEnv(
  { http }: Pick<Scope, "http">,
  { key, value, check }: { key: string; value: string; check: EnvCheck },
): Promise<Checked | null> {
  return whereOffered(
    http.call({
      method: "POST",
      path: "/_pipelines/env/validate",
      json: { key, ...(value !== "" && { value }), validate: sentCheck(check) },
      schema: checkedSchema,
    }),
  );
}

/** Whether the server makes checks: one that does refuses an empty one, any other does not know the call. Throws BackendError. */
export async function offersCheck({ http }: Pick<Scope, "http">): Promise<boolean> {
  try {
    await http.call({ method: "POST", path: "/_pipelines/env/validate", json: {}, schema: z.unknown() });
    return true;
  } catch (error) {
    if (isBackendError(error, 400)) return true;
    if (isBackendError(error) && isNotTold(error.failure)) return false;
    throw error;
  }
}

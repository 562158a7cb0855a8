import { parseWithZod } from "@conform-to/zod/v4";
import * as z from "zod";

/**
 * Reads the form of a `ConfirmPage`. With `name`, the typed one must be it, to the letter. Returns Conform's
 * submission: answer with
 * `formReply(submission, { intent })` unless its status is `success`.
 */
export function parseConfirmation(form: FormData, name?: string) {
  const confirmation =
    name === undefined
      ? z.string().optional()
      : z.string({ error: "Type the name." }).refine((typed) => typed === name, { error: `That is not “${name}”.` });
  return parseWithZod(form, { schema: z.object({ confirmation }) });
}

import type * as z from "zod";
import { badRequest } from "./errors";

/**
 * The body of one of the server's own resources (no documents, no mappings), checked; `null` is a body without fields,
 * as to Go's decoder. Throws 400 with
 * `refusal` where it is no JSON or does not fit.
 */
export function parseOwnBody<Body>({
  text,
  schema,
  refusal,
}: {
  text: string;
  schema: z.ZodType<Body>;
  refusal: string;
}): Body {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badRequest(refusal);
  }
  const parsed = schema.safeParse(value ?? {});
  if (!parsed.success) throw badRequest(refusal);
  return parsed.data;
}

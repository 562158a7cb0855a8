import { getZodConstraint } from "@conform-to/zod/v4";
import * as z from "zod";
import { jsonObjectSource } from "~/lib/json/text.server";

/** Engines take ids of at most 512 bytes. */
const MOST_ID_BYTES = 512;

/** The ID that somebody types in; without one the engine generates it. */
export const newDocumentIdSchema = z
  .string()
  .refine((id) => Buffer.byteLength(id) <= MOST_ID_BYTES, { error: `An ID has at most ${MOST_ID_BYTES} bytes.` })
  .optional();

/** A document that somebody types in as JSON. */
export const newDocumentSchema = z.object({
  id: newDocumentIdSchema,
  source: jsonObjectSource("document"),
});
export const newDocumentConstraint = getZodConstraint(newDocumentSchema);
export type NewDocumentShape = { id?: string; source: string };

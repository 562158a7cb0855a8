import * as z from "zod";
import type { Engine } from "@backend/engine/port";
import { createSystemIndex } from "./prepare-system-indices";
import type { Place } from "./system-places";

const MissingSchema = z.object({ error: z.object({ type: z.literal("index_not_found_exception") }) });

/**
 * Makes a system index again where an answer says that somebody removed it: a write would make one that maps itself by
 * what comes first.
 */
export async function restoreMissing({
  engine,
  place,
  answer,
}: {
  engine: Engine;
  place: Place;
  answer: unknown;
}): Promise<void> {
  if (MissingSchema.safeParse(answer).success) await createSystemIndex({ engine, place });
}

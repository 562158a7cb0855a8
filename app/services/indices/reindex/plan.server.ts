import * as z from "zod";
import { copyActions } from "./copy-actions";

/** A re-index or clone as it is kept; mappings and settings as JSON text, so that their numbers keep their digits. */
export const planSchema = z.object({
  source: z.string(),
  /** Null: in place, the name is kept. */
  target: z.string().nullable(),
  /** None stands for mappings, settings and documents. */
  action: z.array(z.enum(copyActions)).default([]),
  mappings: z.string().nullable().default(null),
  settings: z.string().nullable().default(null),
  /** The fields that are copied, all where empty; `exclude` leaves out of those. */
  include: z.array(z.string()).default([]),
  exclude: z.array(z.string()).default([]),
  /** The mapping type of engines before version 7. */
  type: z.string().nullable().default(null),
  shards: z.number().nullable().default(null),
  replicas: z.number().nullable().default(null),
});

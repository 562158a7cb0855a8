import { getZodConstraint } from "@conform-to/zod/v4";
import * as z from "zod";

/** Bounds of the server (contract 10, 3.7). */
const error = "Enter a whole number of seconds from 10 to 3,600.";
export const SyncSchema = z.object({
  interval: z.number({ error }).int({ error }).min(10, { error }).max(3600, { error }),
});
export const syncConstraint = getZodConstraint(SyncSchema);
export type SyncShape = z.input<typeof SyncSchema>;

import * as z from "zod";

export const FailureSchema = z.object({ at: z.number(), message: z.string(), logs: z.array(z.string()) });

export const FailuresSchema = z.object({
  id: z.string(),
  /** Of which script: what is said of one that was changed since does not count. */
  script: z.string(),
  count: z.number(),
  first_at: z.number(),
  last_at: z.number(),
  recent: z.array(FailureSchema),
});

/**
 * How often a rule's script failed, when, and the last times with their message and what was printed, newest first.
 * Times are unix seconds.
 */
export type Failures = z.infer<typeof FailuresSchema>;

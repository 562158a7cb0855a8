import * as z from "zod";
import { planSchema } from "~/services/indices/reindex/plan.server";

// Jobs that began under an earlier version know the names alone.
const namesAlone = z
  .array(z.string())
  .transform((names) => Object.fromEntries(names.map((name): [string, string] => [name, "{}"])));
const made = z.object({ name: z.string(), uuid: z.string() });

/** What was asked for. */
export const inputSchema = planSchema.extend({ clone: z.boolean() });
export type CopyInput = z.output<typeof inputSchema>;

/**
 * Where a copy stands. `ask`: to be started; `asked`: being started, which may have been cut off; `watch`: its task is
 * looked at; `unseen`: no task is known, so the index that it fills is; `settle`: the task is over, the server puts the
 * new index in its place; `lost`: the server was restarted and what it left is cleared away.
 */
export const progressSchema = z.object({
  phase: z.enum(["ask", "asked", "watch", "unseen", "settle", "lost"]),
  /** Since when it is in this phase, in ms. */
  since: z.number(),
  /** The index behind the name of the source, before. */
  behind: made,
  task: z.string().nullable(),
  /** The index that the copy fills, where the copy made it. */
  made: made.nullable(),
  /** Aliases of the source before, of a re-index in place, by name with their definitions. */
  aliases: z.union([z.record(z.string(), z.string()), namesAlone]).default({}),
  /** How often it was started. */
  rounds: z.number(),
});
export type CopyProgress = z.output<typeof progressSchema>;

export const resultSchema = z.object({ copied: z.number(), rounds: z.number() });
export type CopyResult = z.output<typeof resultSchema>;

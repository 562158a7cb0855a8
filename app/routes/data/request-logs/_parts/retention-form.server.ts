import { getZodConstraint } from "@conform-to/zod/v4";
import * as z from "zod";
import { formatNumber } from "~/lib/numbers";

/** Bounds of the back end. */
const bounds = { days: [1, 3650], records: [1_000, 100_000_000], megabytes: [10, 10_485_760] } as const;

function whole([from, to]: readonly [number, number]) {
  const error = `Enter a whole number from ${formatNumber(from)} to ${formatNumber(to)}.`;
  return z.number({ error }).int({ error }).min(from, { error }).max(to, { error });
}

export const RetentionSchema = z.object({ days: whole(bounds.days), records: whole(bounds.records), megabytes: whole(bounds.megabytes) });
export const retentionConstraint = getZodConstraint(RetentionSchema);
export type RetentionShape = z.input<typeof RetentionSchema>;

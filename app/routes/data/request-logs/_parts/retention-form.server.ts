import { getZodConstraint } from "@conform-to/zod/v4";
import * as z from "zod";
import { formatNumber } from "~/lib/values/numbers";
import { clusterLevel, screenPath } from "~/navigation/paths";
import type { LogLimits } from "~/services/data/logs/retention.server";

/** Bounds of the back end. */
const bounds = { days: [1, 3650], records: [1_000, 100_000_000], megabytes: [10, 10_485_760] } as const;

function whole([from, to]: readonly [number, number]) {
  const error = `Enter a whole number from ${formatNumber(from)} to ${formatNumber(to)}.`;
  return z.number({ error }).int({ error }).min(from, { error }).max(to, { error });
}

export const RetentionSchema = z.object({
  days: whole(bounds.days),
  records: whole(bounds.records),
  megabytes: whole(bounds.megabytes),
});
export const retentionConstraint = getZodConstraint(RetentionSchema);
export type RetentionShape = z.input<typeof RetentionSchema>;

const MB = 1024 ** 2;

type Values = z.output<typeof RetentionSchema>;

/** The limits that the form holds, as the back end takes them. */
export function limitsOf({ days, records, megabytes }: Values): LogLimits {
  return { days, records, bytes: megabytes * MB };
}

/** Limits as the form holds them. */
export function valuesOf({ days, records, bytes }: LogLimits): Values {
  return { days, records, megabytes: Math.round(bytes / MB) };
}

/** What is confirmed: these values, and no others that are typed meanwhile. */
export function askedBy({ days, records, megabytes }: Values): string {
  return [days, records, megabytes].join("-");
}

/** The values in the address of the page that asks for the confirmation; null where it asks for none. */
export function askedIn(url: string): Values | null {
  const parameters = new URL(url).searchParams;
  const parsed = RetentionSchema.safeParse(
    Object.fromEntries(
      ["days", "records", "megabytes"].map((name) => [name, Number(parameters.get(name) ?? Number.NaN)]),
    ),
  );
  return parsed.success ? parsed.data : null;
}

/** The address of the page that tells what these values remove. */
export function confirmationPath({ days, records, megabytes }: Values): string {
  return `${screenPath(clusterLevel, "request-logs/retention")}?${new URLSearchParams({ days: String(days), records: String(records), megabytes: String(megabytes) }).toString()}`;
}

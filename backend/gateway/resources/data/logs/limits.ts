import * as z from "zod";
import { badRequest } from "@backend/gateway/platform/http/errors";

/** In ms. */
export const DAY = 24 * 3600 * 1000;

/** How much of the request log is kept; whichever is reached first counts. */
export type LogLimits = { days: number; records: number; bytes: number };

/** As a production tier keeps it (contract 10, 4.2). */
export const USUAL_LIMITS: LogLimits = { days: 30, records: 1_000_000, bytes: 10 * 1024 ** 3 };

/** What each may be. */
const BOUNDS = { days: [1, 3650], records: [1_000, 100_000_000], bytes: [10 * 1024 ** 2, 10 * 1024 ** 4] } as const;

/** Limits as they are stored. */
export const LimitsSchema = z.object({ days: z.number(), records: z.number(), bytes: z.number() });

type Given = { [Name in keyof LogLimits]?: number | null | undefined };

function limitIn(name: keyof LogLimits, { given, now }: { given: Given; now: LogLimits }): number {
  const value = given[name];
  // What the operator has set is his.
  if (value === undefined || value === null) return now[name];
  const [least, most] = BOUNDS[name];
  if (!Number.isInteger(value) || value < least || value > most)
    throw badRequest(`${name} must be a whole number between ${least} and ${most}`);
  return value;
}

/**
 * The limits that somebody gives, each within its bounds; those not given are as they are. Throws a 400 that names the
 * one that cannot be.
 */
export function givenLimits(given: Given, now: LogLimits): LogLimits {
  return {
    days: limitIn("days", { given, now }),
    records: limitIn("records", { given, now }),
    bytes: limitIn("bytes", { given, now }),
  };
}

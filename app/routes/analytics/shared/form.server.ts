import { getZodConstraint } from "@conform-to/zod/v4";
import * as z from "zod";
import { rangeOf } from "~/lib/address/range-of";

const DAY = 24 * 3600_000;
export const MOST_DAYS = 90;
const USUAL_DAYS = 7;

type Clock = { zone: string; now: number };

/** A day as inputs have it, so many days from now on the reader's clock. */
function dayIn({ zone, now }: Clock, days: number): string {
  return rangeOf({ preset: "today", zone }, { zone, now: now + days * DAY }).days.to;
}

/** The first and last day that a link may end on, and the usual one. */
export const lastDays = (clock: Clock) => ({
  first: dayIn(clock, 0),
  usual: dayIn(clock, USUAL_DAYS),
  last: dayIn(clock, MOST_DAYS),
});

/** When a day is over on that clock. */
export const endOfDay = (day: string, { zone, now }: Clock) => rangeOf({ from: day, to: day, zone }, { zone, now }).to;

const LinkFields = z.object({
  label: z
    .string({ error: "Enter a label." })
    .trim()
    .min(1, { error: "Enter a label." })
    .max(80, { error: "Use at most 80 characters." }),
  until: z.string({ error: "Enter a date." }).regex(/^\d{4}-\d{2}-\d{2}$/, { error: "Enter a date like 2026-11-30." }),
  dates: z.enum(["moving", "fixed"], { error: "Choose the dates." }),
});

/** What a form that shares a page says, by the clock of who fills it in. */
export function linkSchema(clock: Clock) {
  const { first, last } = lastDays(clock);
  const until = LinkFields.shape.until.refine((day) => day >= first && day <= last && !Number.isNaN(Date.parse(day)), {
    error: `Choose a day from ${first} to ${last}, at most ${MOST_DAYS} days from now.`,
  });
  return LinkFields.extend({ until });
}

export const linkConstraint = getZodConstraint(LinkFields);
export type LinkShape = z.input<typeof LinkFields>;

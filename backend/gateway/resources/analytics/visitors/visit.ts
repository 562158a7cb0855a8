import * as z from "zod";
import { addEvents, addIndices } from "../bounds";

/** A visit ends when nothing comes for so long, in ms. */
const QUIET = 30 * 60_000;

/**
 * What one visitor does without a longer pause (contract 20, 4.5). `duration` in seconds; custom events stand beside
 * the rest as `c_<name>`.
 */
export const VisitSchema = z.looseObject({
  user_id: z.string(),
  /** Our own: from where it was recorded, `owner.ts`. */
  recorded_by: z.string().optional(),
  ip: z.string().optional(),
  indices: z.array(z.string()).default([]),
  /** When it began and when something came last, RFC 3339. */
  timestamp: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  duration: z.number(),
  /** True while there was nothing but one search. */
  bounce: z.boolean(),
  /** The search that came last. */
  search_id: z.string(),
});
export type Visit = z.infer<typeof VisitSchema>;

/** A search or a click as it comes in; `now` in ms. */
export type VisitStep = {
  userId: string;
  recordedBy: string;
  ip: string;
  searchId: string;
  indices: readonly string[];
  isClick: boolean;
  isFiltered: boolean;
  events: Record<string, string | string[]>;
  now: number;
};

/** The visit after a step, which is a new one where the last is over. */
export function nextVisit(
  visit: Visit | null,
  { userId, recordedBy, ip, searchId, indices, isClick, isFiltered, events, now }: VisitStep,
): Visit {
  const updated_at = new Date(now).toISOString();
  if (visit === null || now - Date.parse(visit.updated_at) > QUIET)
    return {
      user_id: userId,
      recorded_by: recordedBy,
      ip,
      indices: [...indices],
      timestamp: updated_at,
      updated_at,
      duration: 0,
      bounce: true,
      search_id: searchId,
      ...events,
    };
  const next = { ...visit };
  addEvents(next, events);
  return {
    ...next,
    indices: addIndices(visit.indices, indices),
    // Two gateways whose clocks differ must not make it shorter.
    updated_at: new Date(Math.max(now, Date.parse(visit.updated_at))).toISOString(),
    duration: Math.max(visit.duration, (now - Date.parse(visit.timestamp)) / 1000),
    bounce: visit.bounce && searchId === visit.search_id && !isClick && !isFiltered,
    search_id: searchId,
  };
}

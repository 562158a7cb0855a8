import { randomUUID } from "node:crypto";
import { ANALYTICS_LIMITS } from "@common/limits/analytics";
import * as z from "zod";

/** How long a search may still grow into the next one, in ms. */
const LIFETIME = 30_000;

/**
 * What a visitor searched for within the last half minute: texts that go on from a search, each with its id; and when
 * his client sent its newest request. Times in ms.
 */
export const SessionSchema = z.object({
  searches: z.array(z.object({ text: z.string(), id: z.string(), at: z.number() })),
  newest: z.number().nullable(),
  newest_at: z.number(),
  seen_at: z.number(),
});
export type Session = z.infer<typeof SessionSchema>;
/**
 * A search or a click as it comes in. Without `term` nothing goes on from it. `id`: the one that it was given already.
 */
export type Step = { term: string | undefined; sentAt: number | undefined; now: number; id?: string | undefined };

// A term with its last one and last two letters taken off: what may have been typed just before, or be left after a
// correction.
function kin(term: string): string[] {
  const letters = [...term];
  return [term, letters.slice(0, -1).join(""), letters.slice(0, -2).join("")].filter((text) => text !== "");
}

/** True for a request that its client made before another one that came first (`X-Timestamp`, ms). */
function isStale(session: Session | null, { sentAt, now }: Step): boolean {
  if (!session || sentAt === undefined || session.newest === null) return false;
  return now - session.newest_at < LIFETIME && sentAt < session.newest;
}

/**
 * The session after a step, and the id of the step's search: an earlier one's where this one goes on from it (`b`,
 * `bo`, `boo`, `book` typed within half a minute count once, as the last). A search without text is always new. Null
 * for a request that came too late to count.
 */
export function nextStep(session: Session | null, step: Step): { session: Session; id: string } | null {
  const isLate = isStale(session, step);
  if (isLate && step.id === undefined) return null;
  const { sentAt, now } = step;
  const term = (step.term ?? "").trim().toLowerCase();
  const timed =
    sentAt === undefined || isLate
      ? { newest: session?.newest ?? null, newest_at: session?.newest_at ?? 0 }
      : { newest: sentAt, newest_at: now };
  const known = (session?.searches ?? []).filter(({ at }) => now - at < LIFETIME);
  if (term === "") return { session: { ...timed, searches: known, seen_at: now }, id: step.id ?? randomUUID() };
  const texts = kin(term);
  const earlier = texts.map((text) => known.find((entry) => entry.text === text)).find((entry) => entry !== undefined);
  const id = step.id ?? earlier?.id ?? randomUUID();
  const others = earlier ? known.filter(({ text }) => !texts.includes(text)) : [];
  return {
    session: {
      ...timed,
      searches: [...others, ...texts.map((text) => ({ text, id, at: now }))].slice(-ANALYTICS_LIMITS.session.most),
      seen_at: now,
    },
    id,
  };
}

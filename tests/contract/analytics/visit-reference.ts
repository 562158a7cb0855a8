import type { VisitStep } from "./visit-events";

const PAUSE = 30 * 60_000;

type Visit = { user: string; start: number; end: number; bounced: boolean; last: string; indices: Set<string> };

const two = (number: number) => Math.round(number * 100) / 100;

function searchOf(step: VisitStep, n: number): string {
  if (step.kind === "search") return step.id;
  return step.of ?? `click ${n}`;
}

/** Visits once more, by plain loops over what visitors did. */
function visitsOf(steps: readonly VisitStep[]): Visit[] {
  const visits: Visit[] = [];
  for (const user of new Set(steps.map((step) => step.user))) {
    let visit: Visit | null = null;
    for (const [n, step] of steps.entries()) {
      if (step.user !== user) continue;
      const id = searchOf(step, n);
      if (visit === null || step.at - visit.end > PAUSE) {
        visit = { user, start: step.at, end: step.at, bounced: true, last: id, indices: new Set([step.index]) };
        visits.push(visit);
        continue;
      }
      const isFiltered = step.kind !== "click" && step.filtered === true;
      if (id !== visit.last || step.kind === "click" || isFiltered) visit.bounced = false;
      visit.end = step.at;
      visit.last = id;
      visit.indices.add(step.index);
    }
  }
  return visits;
}

/** Figures of visits that began in a time (ms, both ends included), of all indices or of one; and searches of it. */
export function visitFigures(
  steps: readonly VisitStep[],
  { from, to, index }: { from: number; to: number; index: string | null },
) {
  const visits = visitsOf(steps).filter(
    ({ start, indices }) => start >= from && start <= to && (index === null || indices.has(index)),
  );
  const bounced = visits.filter((visit) => visit.bounced).length;
  const seconds = visits.reduce((all, { start, end }) => all + (end - start) / 1000, 0);
  // A search is of the time at which it was made first, and of every index in which something was done with it.
  const searches = new Map<string, { at: number; indices: Set<string> }>();
  for (const [n, step] of steps.entries()) {
    const id = searchOf(step, n);
    const known = searches.get(id) ?? { at: step.at, indices: new Set<string>() };
    known.indices.add(step.index);
    searches.set(id, known);
  }
  const counted = [...searches.values()].filter(({ at }) => at >= from && at <= to);
  return {
    total_searches: counted.reduce(
      (all, { indices }) => all + (index === null ? indices.size : indices.has(index) ? 1 : 0),
      0,
    ),
    total_user_sessions: visits.length,
    total_bounce_users: bounced,
    avg_bounce_rate: visits.length === 0 ? 0 : two((bounced / visits.length) * 100),
    avg_user_session_duration: visits.length === 0 ? 0 : two(seconds / visits.length),
  };
}

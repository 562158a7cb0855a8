import type { PipelineStage } from "./types";
import { type Faults, type Path, quoted } from "./faults";

type Needing = Pick<PipelineStage, "id" | "needs" | "async">;

/** The first circle that each walk over needs comes upon, as places of stages. */
function circlesOf(needed: readonly (readonly number[])[]): number[][] {
  const circles: number[][] = [];
  const done = new Set<number>();
  const way: number[] = [];
  // As deep as there are stages, of which there are few.
  function walk(place: number): void {
    const from = way.indexOf(place);
    if (from >= 0) circles.push(way.slice(from));
    if (from >= 0 || done.has(place)) return;
    way.push(place);
    for (const next of needed[place] ?? []) walk(next);
    way.pop();
    done.add(place);
  }
  needed.forEach((_, place) => walk(place));
  return circles;
}

/**
 * Refuses stages that wait for what never comes: a stage that there is not, each other, or one that runs only after
 * them.
 */
export function checkNeeds(
  stages: readonly Needing[],
  { faults, pathOf }: { faults: Faults; pathOf: (place: number) => Path },
): void {
  const placeOf = new Map<string, number>();
  for (const [place, { id }] of stages.entries()) if (!placeOf.has(id)) placeOf.set(id, place);
  const idOf = (place: number) => stages[place]?.id ?? "";
  const needsPath = (place: number) => [...pathOf(place), "needs"];
  const needed = stages.map(({ needs }) => needs.flatMap((name) => placeOf.get(name) ?? []));
  const circles = circlesOf(needed);
  for (const circle of circles) {
    const [first = 0] = circle;
    const ids = [...circle, first].map(idOf).join(" → ");
    faults.add(needsPath(first), `these stages wait for each other in a circle: ${ids}`);
  }
  const inCircle = new Set(circles.flat());
  for (const [place, { needs }] of stages.entries()) {
    for (const name of needs) {
      const other = placeOf.get(name);
      if (other === undefined) faults.add(needsPath(place), `there is no stage with the id ${quoted(name)}`);
      else if (other > place && stages[other]?.async === false && !(inCircle.has(place) && inCircle.has(other)))
        faults.add(needsPath(place), `${quoted(name)} runs after this stage: put it before, or make it async`);
    }
  }
}

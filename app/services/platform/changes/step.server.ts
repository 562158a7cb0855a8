import { randomBytes } from "node:crypto";

// Ids of entries. What one step makes by several changes, as a publish does, is told by the ids: they begin alike, so
// that whoever opens one of them finds the others, and one undo takes all of it back.

/** Changes that are made together, and how many of them were made by now. */
export type Step = { id: string; made: number };

/** Sorts by time; the end keeps two of one millisecond apart. */
const newId = () => `c-${Date.now().toString(36).padStart(9, "0")}${randomBytes(4).toString("hex")}`;

export const beginStep = (): Step => ({ id: newId(), made: 0 });

/** The id of the next entry: of a step, or of one that stands alone. */
export function entryId(step?: Step): string {
  if (step === undefined) return newId();
  step.made += 1;
  return `${step.id}_${String(step.made).padStart(3, "0")}`;
}

/** The step that an entry belongs to; null for one that stands alone. */
export const stepOf = (id: string): string | null => /^(c-[\da-z]+)_\d+$/.exec(id)?.[1] ?? null;

import type { Changed } from "./types";

/** What a message tells of changes. */
export type ToldChange = Pick<Changed<unknown>, "id" | "undoable" | "logged" | "missed">;

/**
 * Several changes that one message tells of, with what was not done of any. One alone has its undo; of several the list of changes has the undo of each. Undefined where
 * nothing was changed.
 */
export function toldTogether(changes: readonly ToldChange[]): ToldChange | undefined {
  const [first] = changes;
  if (first === undefined || changes.length === 1) return first;
  const missed = [...new Set(changes.flatMap((one) => one.missed ?? []))].join(" ");
  return { id: first.id, undoable: false, logged: changes.every(({ logged }) => logged), ...(missed !== "" && { missed }) };
}

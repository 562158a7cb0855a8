import type { Changed } from "./types";

/** What a message tells of changes. `id`: of several that are undone together, one of them. */
export type ToldChange = Pick<Changed<unknown>, "id" | "undoable" | "logged" | "missed">;

/**
 * Several changes of one step (`step.server`), which one undo takes back: the id of any of them leads to all. Those
 * without a way back stay. Undefined where nothing was changed.
 */
export function undoneTogether(changes: readonly ToldChange[]): ToldChange | undefined {
  const told = toldTogether(changes);
  const back = changes.find(({ undoable }) => undoable);
  return told && back ? { ...told, undoable: true, id: back.id } : told;
}

/**
 * Several changes that one message tells of, with what was not done of any. One alone has its undo; of several the list
 * of changes has the undo of each. Undefined where nothing was changed.
 */
export function toldTogether(changes: readonly ToldChange[]): ToldChange | undefined {
  const [first] = changes;
  if (first === undefined || changes.length === 1) return first;
  const missed = [...new Set(changes.flatMap((one) => one.missed ?? []))].join(" ");
  return {
    id: first.id,
    undoable: false,
    logged: changes.every(({ logged }) => logged),
    ...(missed !== "" && { missed }),
  };
}

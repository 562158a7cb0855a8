import type { Changed } from "./types";

/** What a message tells of changes. `id`: of several that are undone together, their ids between commas. */
export type ToldChange = Pick<Changed<unknown>, "id" | "undoable" | "logged" | "missed">;

/** More are not undone together: each is a call, and a paragraph of the page that asks before. */
const MOST_TOGETHER = 20;

/** The changes that an id names. */
export const idsTogether = (id: string): string[] =>
  [...new Set(id.split(",").filter((one) => one !== ""))].slice(0, MOST_TOGETHER);

/**
 * Several changes of one step, which one undo takes back, the last one first; those without a way back stay. Undefined
 * where nothing was changed.
 */
export function undoneTogether(changes: readonly ToldChange[]): ToldChange | undefined {
  const told = toldTogether(changes);
  const back = changes.filter(({ undoable }) => undoable);
  const isShort = back.length > 0 && back.length <= MOST_TOGETHER;
  return told && isShort ? { ...told, undoable: true, id: back.map(({ id }) => id).join(",") } : told;
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

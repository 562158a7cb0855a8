import type { UndoKind, UndoKinds } from "./undo-kind.server";

let registered: UndoKinds = {};

/** Takes the ways back of all things, in the place of those of before: once, when the console starts. */
export function registerUndoKinds(kinds: UndoKinds) {
  registered = kinds;
}

/** A way back by its name; undefined for one that another version of the console kept. */
export const undoKindOf = (name: string): UndoKind | undefined => registered[name];

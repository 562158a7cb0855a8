import type { Engine } from "@backend/engine/port";
import { type Copies, createCopies } from "./copies";
import { createScrollBook, type ScrollBook } from "./scroll-book";

/**
 * What callers hold open in the engine. The server's own calls go to the engine past it, and have the room that it
 * leaves.
 */
export type HeldOpen = { book: ScrollBook; copies: Copies };

/** Nothing is held yet. */
export function createHeldOpen({ engine, now }: { engine: Engine; now?: (() => number) | undefined }): HeldOpen {
  const book = createScrollBook({ now });
  return { book, copies: createCopies({ engine, book, now }) };
}

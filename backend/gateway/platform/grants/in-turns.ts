import { setImmediate } from "node:timers/promises";

/** How long others may wait, in ms. */
const TURN = 20;

/** Maps a list that may be long, and lets other calls have their turn in between. */
export async function mapInTurns<Item, Mapped>(items: readonly Item[], map: (item: Item) => Mapped): Promise<Mapped[]> {
  const mapped: Mapped[] = [];
  let since = performance.now();
  for (const item of items) {
    mapped.push(map(item));
    if (performance.now() - since < TURN) continue;
    await setImmediate();
    since = performance.now();
  }
  return mapped;
}

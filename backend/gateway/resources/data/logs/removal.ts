import { leaving, overAfter, overOf } from "@backend/gateway/platform/store/excess";
import { DAY, type LogLimits } from "./limits";

/** A piece of the request log: what is in it, times in ms. */
export type Piece = { name: string; records: number; bytes: number; oldest: number | null; newest: number | null };
/** A piece, and how many of its records are older than the limit of days. */
export type AgedPiece = Piece & { aged: number };

/** A limit is filled by so many pieces: each is dropped as a whole once those after it fill the limit. */
const PIECES = 8;
/** Records stay so long beyond the limit of days, in ms, before their piece is cut open. */
export const LATE = 3600_000;

/** Whether the piece that is written to is full, and another must be begun. */
export function isFull(
  { records, bytes, oldest }: Piece,
  { limits, now }: { limits: LogLimits; now: number },
): boolean {
  if (records === 0) return false;
  return (
    records >= limits.records / PIECES ||
    bytes >= limits.bytes / PIECES ||
    (oldest !== null && now - oldest >= (limits.days * DAY) / PIECES)
  );
}

/** What goes of a piece: all of it, or its oldest records, at least and at most so many. */
export type Removal = { name: string } & (
  { whole: true; records: number } | { whole: false; least: number; most: number }
);

/**
 * What goes of the pieces, oldest first; the last one, which is written to, is never dropped as a whole. No more goes
 * than a limit asks for and a quarter of this limit, of days not more than asked for, whatever size pieces have: those
 * that other limits made are cut open.
 */
export function removalOf(pieces: readonly AgedPiece[], limits: Pick<LogLimits, "records" | "bytes">): Removal[] {
  let over = overOf(pieces, limits);
  const gone: Removal[] = [];
  for (const [place, part] of pieces.entries()) {
    const { isWhole, least, most } = leaving({ part, over, limits, aged: part.aged });
    if (most === 0) continue;
    gone.push(
      isWhole && place < pieces.length - 1
        ? { name: part.name, whole: true, records: most }
        : { name: part.name, whole: false, least, most },
    );
    over = overAfter(over, { part, gone: most });
  }
  return gone;
}

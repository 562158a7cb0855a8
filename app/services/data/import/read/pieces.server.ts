import type { BuiltRow } from "../shape/document.server";

/** Rows that go to the server in one call, with those of them that failed before they got there. */
export type Piece = { rows: BuiltRow[]; bytes: number; bytesRead: number };

/** Each piece is a commit on the server, which takes longer than a thousand short rows. */
export const MAX_PIECE_ROWS = 2500;
export const MAX_PIECE_BYTES = 1024 * 1024;
const MIN_PIECE_ROWS = 10;
const MAX_IN_FLIGHT = 2;
/** An answer that takes longer than this asks for smaller pieces. */
const SLOW_MS = 10_000;

/**
 * How much a server is asked at once: begins with the most, shrinks when it says that it is too much, grows back
 * slowly.
 */
export function createPace() {
  let rows = MAX_PIECE_ROWS;
  let bytes = MAX_PIECE_BYTES;
  let inFlight = MAX_IN_FLIGHT;
  let good = 0;
  return {
    get rows() {
      return rows;
    },
    get bytes() {
      return bytes;
    },
    get inFlight() {
      return inFlight;
    },
    /** The server was too busy, or the piece too large. */
    slower() {
      good = 0;
      inFlight = 1;
      rows = Math.max(MIN_PIECE_ROWS, Math.floor(rows / 2));
      bytes = Math.max(64 * 1024, Math.floor(bytes / 2));
    },
    /** A piece went through in `ms`. */
    answered(ms: number) {
      if (ms > SLOW_MS) {
        this.slower();
        return;
      }
      if (++good < 5) return;
      good = 0;
      rows = Math.min(MAX_PIECE_ROWS, Math.ceil(rows * 1.5));
      bytes = Math.min(MAX_PIECE_BYTES, Math.ceil(bytes * 1.5));
      if (rows === MAX_PIECE_ROWS) inFlight = MAX_IN_FLIGHT;
    },
  };
}

export type Pace = ReturnType<typeof createPace>;

/**
 * Milliseconds to wait before try number `attempt` (from 1): doubling from half a second to 30 s, with some chance in
 * it.
 */
export function backOff({ attempt, retryAfter }: { attempt: number; retryAfter: number | null }): number {
  const grown = Math.min(30_000, 500 * 2 ** (attempt - 1));
  const wait = grown * (0.75 + Math.random() * 0.5);
  return retryAfter === null ? wait : Math.max(wait, Math.min(retryAfter * 1000, 5 * 60_000));
}

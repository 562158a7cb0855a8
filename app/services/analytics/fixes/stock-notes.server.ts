import type { Config } from "~/server/config.server";
import { openStore, requireStore } from "~/services/platform/store/database.server";

// Terms that find nothing because there is nothing to find, in the console's own database: a note of an index belongs
// to everybody who may read its analytics.

/** Notes of one index, at most. */
const MOST_NOTES = 1000;
/** Characters of a term, and of its note. */
export const LONGEST_TERM = 500;
export const LONGEST_NOTE = 200;

type Where = Pick<Config, "dataDir">;
type Of = { server: string; index: string };
/** What was said of a term, by whom and when (ms since 1970). */
export type StockNote = { note: string; person: string; changed: number };

/** The notes of an index, by term. */
export function stockNotes({ dataDir }: Where, { server, index }: Of): ReadonlyMap<string, StockNote> {
  const rows = openStore(dataDir)
    .prepare<StockNote & { term: string }>(
      "SELECT term, note, person, changed FROM stock_notes WHERE server = ? AND index_name = ?",
    )
    .all(server, index);
  return new Map(rows.map(({ term, note, person, changed }) => [term, { note, person, changed }]));
}

/**
 * Keeps a note, in place of the one before; false where the index has as many as it may have. Throws BackendError 507
 * where the console's disk is full.
 */
export function keepStockNote(
  { dataDir }: Where,
  { server, index, term, note, person }: Of & { term: string; note: string; person: string },
): boolean {
  const database = requireStore(dataDir);
  return database.transaction(() => {
    const others = database
      .prepare<{ count: number }>(
        "SELECT count(*) AS count FROM stock_notes WHERE server = ? AND index_name = ? AND term <> ?",
      )
      .get(server, index, term);
    if ((others?.count ?? 0) >= MOST_NOTES) return false;
    database
      .prepare(
        "INSERT OR REPLACE INTO stock_notes (server, index_name, term, note, person, changed) VALUES (?, ?, ?, ?, ?, ?)",
      )
      .run(server, index, term, note, person, Date.now());
    return true;
  });
}

/** Forgets a note. Throws BackendError 507 where the console's disk is full. */
export function forgetStockNote({ dataDir }: Where, { server, index, term }: Of & { term: string }) {
  requireStore(dataDir)
    .prepare("DELETE FROM stock_notes WHERE server = ? AND index_name = ? AND term = ?")
    .run(server, index, term);
}

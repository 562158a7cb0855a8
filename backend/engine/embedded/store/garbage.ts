import type { SqliteDatabase } from "@common/storage/sqlite";
import { deleteSegment } from "./segment/segment-rows";

/** Rows, and segments, deleted in one go. */
const PAGE = 500;
const SEGMENTS = 20;

function dropIndexRows(database: SqliteDatabase, { number, page }: { number: number; page: number }): void {
  const segments = database
    .prepare<{ number: number }>("SELECT number FROM segment WHERE idx = ? LIMIT ?")
    .all(number, Math.min(SEGMENTS, page));
  for (const segment of segments) deleteSegment(database, segment.number);
  const entries = database
    .prepare<{ id: string; seq: number }>("SELECT id, seq FROM entry WHERE idx = ? LIMIT ?")
    .all(number, page);
  const documents = database.prepare("DELETE FROM document WHERE seq = ?");
  const ids = database.prepare("DELETE FROM entry WHERE idx = ? AND id = ?");
  for (const { id, seq } of entries) {
    documents.run(seq);
    ids.run(number, id);
  }
  if (segments.length + entries.length === 0) {
    database.prepare("DELETE FROM counter WHERE idx = ?").run(number);
    database.prepare("DELETE FROM registry WHERE number = ?").run(number);
  }
}

/**
 * Epoch milliseconds: rows that went out of use before `horizon` or before the file was opened, indices that were
 * dropped before `dropped`.
 */
export type GarbageLimits = { horizon: number; dropped: number; openedAt: number; page?: number };

/**
 * Deletes superseded documents, merged segments and the rows of dropped indices, a page of each. Returns whether there
 * may be more.
 */
export function collectGarbage(
  database: SqliteDatabase,
  { horizon, dropped: droppedBefore, openedAt, page = PAGE }: GarbageLimits,
): boolean {
  const before = Math.max(horizon, openedAt);
  const rows = database.prepare<{ seq: number }>("SELECT seq FROM garbage WHERE since < ? LIMIT ?").all(before, page);
  const retired = database
    .prepare<{ segment: number }>("SELECT segment FROM retired WHERE since < ? LIMIT ?")
    .all(before, Math.min(SEGMENTS, page));
  const dropped = database
    .prepare<{ number: number }>("SELECT number FROM registry WHERE dropped > 0 AND dropped < ? LIMIT 1")
    .get(Math.max(droppedBefore, openedAt));
  if (rows.length + retired.length === 0 && !dropped) return false;
  database.transaction(() => {
    for (const { seq } of rows) {
      database.prepare("DELETE FROM document WHERE seq = ?").run(seq);
      database.prepare("DELETE FROM garbage WHERE seq = ?").run(seq);
    }
    for (const { segment } of retired) deleteSegment(database, segment);
    if (dropped) dropIndexRows(database, { number: dropped.number, page });
  });
  return true;
}

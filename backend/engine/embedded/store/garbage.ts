import type { SqliteDatabase } from "@common/sqlite";
import { deleteSegment } from "./segment-rows";

/** Rows deleted in one go. */
const PAGE = 500;

function dropIndexRows(database: SqliteDatabase, number: number): void {
  const segments = database.prepare<{ number: number }>("SELECT number FROM segment WHERE idx = ? LIMIT 20").all(number);
  for (const segment of segments) deleteSegment(database, segment.number);
  const entries = database.prepare<{ id: string; seq: number }>("SELECT id, seq FROM entry WHERE idx = ? LIMIT ?").all(number, PAGE);
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
 * Deletes superseded documents, merged segments and the rows of dropped indices that went out of use before `horizon`
 * (epoch milliseconds), a page of each. Returns whether there may be more.
 */
export function collectGarbage(database: SqliteDatabase, horizon: number): boolean {
  const rows = database.prepare<{ seq: number }>("SELECT seq FROM garbage WHERE since < ? LIMIT ?").all(horizon, PAGE);
  const retired = database.prepare<{ segment: number }>("SELECT segment FROM retired WHERE since < ? LIMIT 20").all(horizon);
  const dropped = database.prepare<{ number: number }>("SELECT number FROM registry WHERE dropped > 0 AND dropped < ? LIMIT 1").get(horizon);
  if (rows.length + retired.length === 0 && !dropped) return false;
  database.transaction(() => {
    for (const { seq } of rows) {
      database.prepare("DELETE FROM document WHERE seq = ?").run(seq);
      database.prepare("DELETE FROM garbage WHERE seq = ?").run(seq);
    }
    for (const { segment } of retired) deleteSegment(database, segment);
    if (dropped) dropIndexRows(database, dropped.number);
  });
  return true;
}

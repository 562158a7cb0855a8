import type { SqliteDatabase } from "@common/storage/sqlite";

/** The version of the tables and of the segment format. Segments of another format are rebuilt from the documents. */
export const FORMAT = "4";
/** What was only kept until format 4, and no query reached into. */
const SINCE_4 = ["rank_features", "dense_vector", "knn_vector"];
/**
 * Those before, whose segments are read as they are, and the types of fields of which they keep too little: no objects,
 * not all digits, nothing.
 */
export const OLDER: Readonly<Record<string, readonly string[]>> = {
  "1": ["nested", "unsigned_long", ...SINCE_4],
  "2": ["unsigned_long", ...SINCE_4],
  "3": SINCE_4,
};

// `document` is the truth. `entry` leads from an id to its newest row; rows that it no longer names stay, listed in
// `garbage`, until no search can still want them; `retired` does the same for segments that a merge replaced.
// `segment`, `part` and `deleted` can be made again from documents.
const TABLES = `
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS registry (number INTEGER PRIMARY KEY, name TEXT NOT NULL, definition TEXT NOT NULL, mapping TEXT NOT NULL, dropped INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS counter (idx INTEGER PRIMARY KEY, next_seq_no INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS template (kind TEXT NOT NULL, name TEXT NOT NULL, definition TEXT NOT NULL, PRIMARY KEY (kind, name)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS document (seq INTEGER PRIMARY KEY, idx INTEGER NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL, seq_no INTEGER NOT NULL, source TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS entry (idx INTEGER NOT NULL, id TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (idx, id)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS garbage (seq INTEGER PRIMARY KEY, since INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS segment (number INTEGER PRIMARY KEY, idx INTEGER NOT NULL, first INTEGER NOT NULL, meta TEXT NOT NULL, pack BLOB);
CREATE INDEX IF NOT EXISTS segment_by_index ON segment (idx, first);
CREATE TABLE IF NOT EXISTS part (segment INTEGER NOT NULL, name TEXT NOT NULL, page INTEGER NOT NULL, data BLOB NOT NULL);
CREATE UNIQUE INDEX IF NOT EXISTS part_by_name ON part (segment, name, page);
CREATE TABLE IF NOT EXISTS deleted (segment INTEGER NOT NULL, doc INTEGER NOT NULL, PRIMARY KEY (segment, doc)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS retired (segment INTEGER PRIMARY KEY, since INTEGER NOT NULL);
`;

/** Makes the tables where they are missing and returns the format that the stored segments have. */
export function prepareTables(database: SqliteDatabase): string {
  database.exec(TABLES);
  database.prepare("INSERT OR IGNORE INTO meta (key, value) VALUES ('format', ?)").run(FORMAT);
  return database.prepare<{ value: string }>("SELECT value FROM meta WHERE key = 'format'").get()?.value ?? FORMAT;
}

/** Deletes every segment and notes the present format: what a rebuild begins with. */
export function dropSegments(database: SqliteDatabase): void {
  database.exec("DELETE FROM retired; DELETE FROM deleted; DELETE FROM part; DELETE FROM segment;");
  noteFormat(database);
}

/** Notes that all segments have the present format. */
export function noteFormat(database: SqliteDatabase): void {
  database.prepare("UPDATE meta SET value = ? WHERE key = 'format'").run(FORMAT);
}

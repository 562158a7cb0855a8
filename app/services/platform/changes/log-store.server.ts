import * as z from "zod";
import { readText, type SqliteDatabase, type SqlValue } from "@common/storage/sqlite";
import { isConsoleFull, memoryStore, openStore } from "~/services/platform/store/database.server";
import { type Outcome, outcomes, type Verb, verbs } from "./words";

// The change log in the console's own database. What the full disk does not take is kept in memory and moved into the
// file once there is room.

const DAY = 24 * 3600_000;
/** How long, how many and how much; the oldest go first. */
export const limits = {
  age: 400 * DAY,
  count: 200_000,
  bytes: 512 * 1024 ** 2,
  undoAge: 30 * DAY,
  undoBytes: 256 * 1024 ** 2,
};

const columns = [
  ...[
    "id",
    "server",
    "at",
    "person",
    "address",
    "screen",
    "kind",
    "resource",
    "name",
    "index_name",
    "right_name",
    "verb",
    "noun",
    "summary",
  ],
  ...[
    "method",
    "path",
    "content_type",
    "body",
    "before",
    "after",
    "remark",
    "outcome",
    "status",
    "took",
    "message",
    "undoes",
    "undone_by",
    "job",
    "bytes",
  ],
] as const;

const verbNames = Object.keys(verbs) as [Verb, ...Verb[]];
// An id may hold NUL bytes, and such a text is kept as a blob.
const text = z.union([z.string(), z.instanceof(Uint8Array)]).transform(readText);
const entrySchema = z.object({
  id: text,
  server: text,
  at: z.number(),
  person: text,
  address: text,
  screen: text,
  kind: text,
  resource: text,
  name: text,
  index_name: text.nullable(),
  right_name: text,
  verb: z.enum(verbNames),
  noun: text,
  summary: text.nullable(),
  method: text,
  path: text,
  content_type: text.nullable(),
  body: text.nullable(),
  before: text.nullable(),
  after: text.nullable(),
  remark: text.nullable(),
  outcome: z.enum(outcomes),
  status: z.number().nullable(),
  took: z.number().nullable(),
  message: text.nullable(),
  undoes: text.nullable(),
  undone_by: text.nullable(),
  job: text.nullable(),
  bytes: z.number(),
});
export type Entry = z.output<typeof entrySchema>;

/** What the end of a call adds to its entry. */
export type Ending = Partial<Pick<Entry, "outcome" | "status" | "took" | "message" | "summary" | "job">>;

const fileOf = openStore;
const memoryOf = memoryStore;

/** Does the work in the file, and where its disk is full in memory. True where the file took it. */
function write(dataDir: string, work: (database: SqliteDatabase) => void): boolean {
  const memory = memoryOf(dataDir);
  try {
    const file = fileOf(dataDir);
    if (file === memory) return (work(memory), false);
    moveKept(memory, file);
    work(file);
    return true;
  } catch (error) {
    if (!isConsoleFull(error)) throw error;
    work(memory);
    return false;
  }
}

/** Entries and ways back that waited in memory for room. */
function moveKept(memory: SqliteDatabase, file: SqliteDatabase) {
  for (const row of memory.prepare<Entry>("SELECT * FROM changes").all()) {
    insert(file, row);
    memory.prepare("DELETE FROM changes WHERE id = ?").run(row.id);
  }
  for (const { id, at, sealed, bytes } of memory
    .prepare<{ id: string; at: number; sealed: string; bytes: number }>("SELECT * FROM change_undos")
    .all()) {
    file
      .prepare("INSERT OR REPLACE INTO change_undos (id, at, sealed, bytes) VALUES (?, ?, ?, ?)")
      .run(id, at, sealed, bytes);
    memory.prepare("DELETE FROM change_undos WHERE id = ?").run(id);
  }
}

function insert(database: SqliteDatabase, entry: Entry) {
  const marks = columns.map(() => "?").join(", ");
  database
    .prepare(`INSERT OR REPLACE INTO changes (${columns.join(", ")}) VALUES (${marks})`)
    .run(...columns.map((column) => entry[column]));
}

/** Adds an entry. False where the file could not take it. */
export function addEntry(dataDir: string, entry: Entry): boolean {
  return write(dataDir, (database) => insert(database, entry));
}

/** Adds to an entry how its call ended, and its sealed way back. False where the file could not take it. */
export function endEntry(
  dataDir: string,
  { id, ending, sealedUndo }: { id: string; ending: Ending; sealedUndo?: string | undefined },
): boolean {
  const given = Object.entries(ending).filter(([, value]) => value !== undefined);
  return write(dataDir, (database) => {
    const set = given.map(([column]) => `${column} = ?`).join(", ");
    if (given.length > 0)
      database.prepare(`UPDATE changes SET ${set} WHERE id = ?`).run(...given.map(([, value]) => value ?? null), id);
    if (sealedUndo !== undefined)
      database
        .prepare("INSERT OR REPLACE INTO change_undos (id, at, sealed, bytes) VALUES (?, ?, ?, ?)")
        .run(id, Date.now(), sealedUndo, sealedUndo.length);
  });
}

/** Notes that an entry was undone by another. */
export function noteUndone(dataDir: string, { id, by }: { id: string; by: string }) {
  write(dataDir, (database) => {
    const outcome: Outcome = "undone";
    database.prepare("UPDATE changes SET outcome = ?, undone_by = ? WHERE id = ?").run(outcome, by, id);
    database.prepare("DELETE FROM change_undos WHERE id = ?").run(id);
  });
}

/** Entries whose job was still going on when they were last looked at. */
export function listRunningJobs(dataDir: string, server: string): { id: string; job: string }[] {
  const sql =
    "SELECT id, job FROM changes WHERE job IS NOT NULL AND outcome = 'running' AND server = ? ORDER BY at DESC LIMIT 100";
  return fileOf(dataDir).prepare<{ id: string; job: string }>(sql).all(server);
}

/** An entry by its id; undefined where the log of this server does not have it, or no longer. */
export function getEntry(dataDir: string, { id, server }: { id: string; server: string }): Entry | undefined {
  const [row] = [fileOf(dataDir), memoryOf(dataDir)]
    .map((database) => database.prepare("SELECT * FROM changes WHERE id = ? AND server = ?").get(id, server))
    .filter((found) => found !== undefined);
  return row === undefined ? undefined : entrySchema.parse(row);
}

type OfThing = {
  server: string;
  after: number;
  kinds: readonly string[];
  /** Null for those of no index. */ index: string | null;
  resources: readonly string[];
  /** Of what got its id by being created. */ name?: string | undefined;
  /** Without those that took others back. */ withoutUndos?: boolean;
};

/**
 * The newest change of these kinds since a moment that was done, to something of an index, with one of these ids, or of
 * this name; an undo is one too, unless told.
 */
export function lastChangeSince(
  dataDir: string,
  { server, after, kinds, index, resources, name, withoutUndos = false }: OfThing,
): Entry | undefined {
  const marks = (list: readonly string[]) => list.map(() => "?").join(", ");
  const sql = `SELECT * FROM changes WHERE server = ? AND at > ? AND kind IN (${marks(kinds)})
    AND (index_name = ? OR resource IN (${marks(resources)}) OR name = ?) AND outcome IN ('success', 'partial')${withoutUndos ? " AND undoes IS NULL" : ""} ORDER BY at DESC, rowid DESC LIMIT 1`;
  const row = fileOf(dataDir)
    .prepare(sql)
    .get(server, after, ...kinds, index, ...resources, name ?? null);
  return row === undefined ? undefined : entrySchema.parse(row);
}

/** The entries of a step (`step.server`), in the order in which they were made. */
export function listStep(dataDir: string, { step, server }: { step: string; server: string }): Entry[] {
  const sql = "SELECT * FROM changes WHERE id > ? AND id < ? AND server = ? ORDER BY id";
  const found = [fileOf(dataDir), memoryOf(dataDir)].flatMap((database) =>
    // What begins with the id and "_": the sign after that is the backtick.
    database.prepare(sql).all(`${step}_`, `${step}\``, server),
  );
  const entries = z.array(entrySchema).parse(found);
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()].sort((one, other) =>
    one.id < other.id ? -1 : 1,
  );
}

/** The sealed way back of an entry; undefined where it has none, or no longer. */
export function getSealedUndo(dataDir: string, id: string): string | undefined {
  const sql = "SELECT sealed FROM change_undos WHERE id = ? AND at > ?";
  const [row] = [fileOf(dataDir), memoryOf(dataDir)].flatMap(
    (database) => database.prepare<{ sealed: string }>(sql).get(id, Date.now() - limits.undoAge) ?? [],
  );
  return row?.sealed;
}

export type Wanted = {
  server: string;
  /** Rights that the reader has: entries of others are not there for him. */
  rights: readonly string[];
  /** Of these indices only, none of the cluster; null for all. */
  indices: readonly string[] | null;
  person?: string | undefined;
  resource?: string | undefined;
  outcome?: Outcome | undefined;
  text?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
};

function conditionOf({ server, rights, indices, person, resource, outcome, text, from, to }: Wanted): {
  where: string;
  values: (string | number)[];
} {
  const parts: string[] = ["server = ?"];
  const values: (string | number)[] = [server];
  const listed = (column: string, list: readonly string[]) => {
    parts.push(`${column} IN (${list.map(() => "?").join(", ")})`);
    values.push(...list);
  };
  listed("right_name", rights);
  if (indices !== null) listed("index_name", indices);
  const equal = { person, kind: resource, outcome };
  for (const [column, value] of Object.entries(equal)) {
    if (value === undefined) continue;
    parts.push(`${column} = ?`);
    values.push(value);
  }
  if (text !== undefined) {
    const searched = ["person", "name", "resource", "path", "noun", "summary", "message", "id"];
    parts.push(`(${searched.map((column) => `instr(lower(coalesce(${column}, '')), ?) > 0`).join(" OR ")})`);
    values.push(...searched.map(() => text.toLowerCase()));
  }
  for (const [sign, moment] of [
    [">=", from],
    ["<", to],
  ] as const) {
    if (moment === undefined) continue;
    parts.push(`at ${sign} ?`);
    values.push(moment);
  }
  return { where: parts.join(" AND "), values };
}

type ListOptions = {
  wanted: Wanted;
  page: number;
  size: number;
  /** With bodies and values, which may be large. */ whole?: boolean;
};

/** A page of entries, the newest first, without their values; and how many there are. */
export function listEntries(
  dataDir: string,
  { wanted, page, size, whole = false }: ListOptions,
): { rows: Entry[]; total: number } {
  const file = fileOf(dataDir);
  const { where, values } = conditionOf(wanted);
  const total = file.prepare<{ n: number }>(`SELECT COUNT(*) AS n FROM changes WHERE ${where}`).get(...values)?.n ?? 0;
  const light = columns
    .map((column) => (!whole && ["body", "before", "after"].includes(column) ? `NULL AS ${column}` : column))
    .join(", ");
  const sql = `SELECT ${light} FROM changes WHERE ${where} ORDER BY at DESC, rowid DESC LIMIT ? OFFSET ?`;
  return { rows: z.array(entrySchema).parse(file.prepare(sql).all(...values, size, (page - 1) * size)), total };
}

/** The values of a column in the log of a server, for filters: people, kinds of resources, indices. */
export function listValues(
  dataDir: string,
  { server, column }: { server: string; column: "person" | "kind" | "index_name" },
): string[] {
  const sql = `SELECT DISTINCT ${column} AS value FROM changes WHERE server = ? AND ${column} IS NOT NULL ORDER BY 1 LIMIT 1000`;
  return fileOf(dataDir)
    .prepare<{ value: SqlValue }>(sql)
    .all(server)
    .map(({ value }) => readText(value));
}

/** How many entries wait in memory for room on the console's disk. */
export function countUnwritten(dataDir: string): number {
  return memoryOf(dataDir).prepare<{ n: number }>("SELECT COUNT(*) AS n FROM changes").get()?.n ?? 0;
}

/** Lets go what is too old or too much, the oldest first. `now` and `most` for tests. */
export function prune(
  dataDir: string,
  { now = Date.now(), most = limits }: { now?: number; most?: typeof limits } = {},
) {
  const file = fileOf(dataDir);
  file.transaction(() => {
    file.prepare("DELETE FROM changes WHERE at < ?").run(now - most.age);
    file
      .prepare(
        "DELETE FROM changes WHERE rowid IN (SELECT rowid FROM changes ORDER BY at DESC, rowid DESC LIMIT -1 OFFSET ?)",
      )
      .run(most.count);
    dropOver(file, { table: "changes", most: most.bytes });
    file.prepare("DELETE FROM change_undos WHERE at < ? OR id NOT IN (SELECT id FROM changes)").run(now - most.undoAge);
    dropOver(file, { table: "change_undos", most: most.undoBytes });
  });
}

function dropOver(file: SqliteDatabase, { table, most }: { table: "changes" | "change_undos"; most: number }) {
  const total = file.prepare<{ n: number | null }>(`SELECT SUM(bytes) AS n FROM ${table}`).get()?.n ?? 0;
  let over = total - most;
  if (over <= 0) return;
  for (const { id, bytes } of file
    .prepare<{ id: string; bytes: number }>(`SELECT id, bytes FROM ${table} ORDER BY at, id`)
    .all()) {
    if (over <= 0) return;
    file.prepare(`DELETE FROM ${table} WHERE id = ?`).run(id);
    over -= bytes;
  }
}

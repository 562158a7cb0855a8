import { createRequire } from "node:module";
import { privateDatabase } from "./private-files";

/**
 * What SQLite stores. Strings with NUL bytes are bound as blobs, for both drivers cut them: read such columns with
 * `readText`.
 */
export type SqlValue = null | number | bigint | string | Uint8Array;

type DriverStatement = {
  run(...values: SqlValue[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  get(...values: SqlValue[]): unknown;
  all(...values: SqlValue[]): unknown[];
  iterate(...values: SqlValue[]): IterableIterator<unknown>;
};
type DriverDatabase = { exec(sql: string): void; prepare(sql: string): DriverStatement; close(): void };
type Driver = { DatabaseSync: new (path: string, options?: { readOnly?: boolean }) => DriverDatabase };

/** Node's own SQLite from 22.13 on, else the package with the same API. */
function loadDriver(): Driver {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const builtIn = major > 22 || (major === 22 && minor >= 13);
  const require = createRequire(import.meta.url);
  return (builtIn ? require("node:sqlite") : require("@photostructure/sqlite")) as Driver;
}

const driver = loadDriver();

function hasNul(value: SqlValue): boolean {
  return typeof value === "string" && value.includes("\0");
}

function bound(values: SqlValue[]): SqlValue[] {
  // Hardly any value has to be changed, so that hardly any list is rebuilt.
  if (!values.some(hasNul)) return values;
  return values.map((value) => (hasNul(value) ? Buffer.from(String(value)) : value));
}

/** The text of a column that may have been bound as a blob because of its NUL bytes. */
export function readText(value: SqlValue): string {
  return value instanceof Uint8Array
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("utf8")
    : String(value ?? "");
}

// SQLITE_FULL, SQLITE_IOERR, SQLITE_CANTOPEN; their details are in the higher bits.
const FULL = 13;
const WHEN_FULL = [10, 14];

/**
 * Whether an error of a database comes of a full disk. SQLite names some of them (the shared index of its log)
 * otherwise; `noSpace` decides then.
 */
export function isDiskFull(error: unknown, noSpace: () => boolean = () => false): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT")) return true;
  if (!("errcode" in error) || typeof error.errcode !== "number") return false;
  const code = error.errcode & 0xff;
  return code === FULL || (WHEN_FULL.includes(code) && noSpace());
}

/** A prepared statement. `Row` is what the caller's own SQL selects. */
export class Statement<Row> {
  constructor(
    private readonly statement: DriverStatement,
    private readonly attempt: <Result>(work: () => Result) => Result,
  ) {}

  /** Runs it and returns the number of changed rows. */
  run(...values: SqlValue[]): number {
    return Number(this.attempt(() => this.statement.run(...bound(values))).changes);
  }

  get(...values: SqlValue[]): Row | undefined {
    return (this.statement.get(...bound(values)) ?? undefined) as Row | undefined;
  }

  all(...values: SqlValue[]): Row[] {
    return this.statement.all(...bound(values)) as Row[];
  }

  iterate(...values: SqlValue[]): IterableIterator<Row> {
    return this.statement.iterate(...bound(values)) as IterableIterator<Row>;
  }
}

/** One connection to a SQLite file. Durable: WAL, `synchronous=FULL`, pages of 8,192 bytes. */
export class SqliteDatabase {
  private readonly database: DriverDatabase;
  private readonly statements = new Map<string, Statement<unknown>>();
  private readonly readOnly: boolean;

  private readonly explain: (error: unknown) => unknown;

  /**
   * Opens or makes the file; `:memory:` for tests. With `readOnly` it must be there and nothing of it changes.
   * `explain` puts an error of the caller's own in the place of one that a change ends with.
   */
  constructor(
    readonly path: string,
    {
      readOnly = false,
      explain = (error) => error,
    }: { readOnly?: boolean; explain?: (error: unknown) => unknown } = {},
  ) {
    this.readOnly = readOnly;
    this.explain = explain;
    if (!readOnly && path !== ":memory:") privateDatabase(path);
    this.database = new driver.DatabaseSync(path, { readOnly });
    if (readOnly) this.exec("PRAGMA busy_timeout=5000; PRAGMA temp_store=MEMORY;");
    else
      this.exec(
        "PRAGMA page_size=8192; PRAGMA busy_timeout=5000; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA temp_store=MEMORY; PRAGMA journal_size_limit=8388608;",
      );
  }

  private attempt<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw this.explain(error);
    }
  }

  exec(sql: string): void {
    this.attempt(() => this.database.exec(sql));
  }

  /** A statement, prepared once for each text. */
  prepare<Row = Record<string, SqlValue>>(sql: string): Statement<Row> {
    let statement = this.statements.get(sql);
    if (!statement)
      this.statements.set(sql, (statement = new Statement(this.database.prepare(sql), (work) => this.attempt(work))));
    return statement as Statement<Row>;
  }

  /**
   * Runs `work` in one `BEGIN IMMEDIATE` transaction; rolled back when it throws. A `lazy` one does not wait for the
   * disk: it outlives the process, but a machine that loses its power may forget the latest of them.
   */
  transaction<Result>(work: () => Result, { lazy = false }: { lazy?: boolean } = {}): Result {
    if (lazy) this.exec("PRAGMA synchronous=NORMAL");
    try {
      return this.inTransaction(work);
    } finally {
      if (lazy) this.exec("PRAGMA synchronous=FULL");
    }
  }

  /** Reads several times as of one moment. It must be short: the log cannot start again meanwhile. */
  atOnce<Result>(work: () => Result): Result {
    this.exec("BEGIN");
    try {
      return work();
    } finally {
      this.exec("COMMIT");
    }
  }

  private inTransaction<Result>(work: () => Result): Result {
    this.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.exec("COMMIT");
      return result;
    } catch (error) {
      this.rollback();
      throw error;
    }
  }

  /** Ends a transaction without its changes. After some failures (a full disk) SQLite has done so itself. */
  rollback(): void {
    try {
      this.exec("ROLLBACK");
    } catch {
      // No transaction is open any more.
    }
  }

  /**
   * Moves the write-ahead log into the file, so that it starts again, or (`TRUNCATE`) gives its space back. False where
   * others were in the way or there was no room: the log stays then, and nothing is lost.
   */
  checkpoint(kind: "PASSIVE" | "RESTART" | "TRUNCATE"): boolean {
    try {
      return this.database
        .prepare(`PRAGMA wal_checkpoint(${kind})`)
        .all()
        .every((row) => typeof row === "object" && row !== null && "busy" in row && row.busy === 0);
    } catch {
      return false;
    }
  }

  /** Closes the file; its log is empty then, so that the next one that opens it has nothing to repeat. */
  close(): void {
    if (!this.readOnly) this.checkpoint("TRUNCATE");
    this.statements.clear();
    this.database.close();
  }
}

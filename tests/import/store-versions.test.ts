import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SqliteDatabase } from "@common/storage/sqlite";
import { createJobStore } from "~/services/data/import/run/import-store.server";
import { openDatabase, openStore } from "~/services/platform/store/database.server";
import { migrate, NewerStoreError, storeVersion } from "~/services/platform/store/migrations/migrate.server";
import { steps } from "~/services/platform/store/migrations/steps.server";
import { dump } from "../setup/guests/dump-sqlite";

// The console's database from every version that there was: tests/fixtures/console-store holds one file a version, as
// SQL, with something in each table.

const root = resolve(import.meta.dirname, "../..");
const fixtures = join(root, "tests/fixtures/console-store");
const bundle = mkdtempSync(join(root, "node_modules/.cache-opening-"));
const script = join(bundle, "child.mjs");
const newest = steps.length;
let folder: string;
let path: string;

beforeAll(async () => {
  await build({
    entryPoints: [join(import.meta.dirname, "opening-child.ts")],
    outfile: script,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    alias: { "~": join(root, "app"), "@common": join(root, "common") },
    logLevel: "error",
  });
});
afterAll(() => rmSync(bundle, { recursive: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "store-versions-"));
  path = join(folder, "console.db");
  return () => rmSync(folder, { recursive: true, force: true });
});

/** Makes the file as a console of this version left it. */
function makeOld(version: string) {
  const database = new SqliteDatabase(path);
  database.exec(readFileSync(join(fixtures, version), "utf8"));
  database.close();
}

const rowsOf = (sql: string) => sql.split("\n").filter((line) => line.startsWith("INSERT"));

describe("the steps", () => {
  it("are numbered without a gap, and each old version has its fixture", () => {
    expect(steps.map(({ version }) => version)).toEqual(steps.map((_, at) => at + 1));
    expect(readdirSync(fixtures)).toEqual(
      expect.arrayContaining(Array.from({ length: newest }, (_, version) => `v${version}.sql`)),
    );
  });

  it.each(readdirSync(fixtures))("open %s, nothing lost", (version) => {
    makeOld(version);
    const database = openDatabase(path);
    expect(storeVersion(database)).toBe(newest);
    const count = (table: string) => database.prepare<{ n: number }>(`SELECT count(*) AS n FROM ${table}`).get()?.n;
    expect({ sessions: count("sessions"), drafts: count("drafts") }).toEqual({ sessions: 1, drafts: 1 });
    // Made now or long ago, the tables are the same.
    const tables = (text: string) => text.split("\n").filter((line) => !line.startsWith("INSERT"));
    const fresh = openDatabase(":memory:");
    expect(tables(dump(database)).join("\n").replace(/\s+/g, " ")).toBe(
      tables(dump(fresh)).join("\n").replace(/\s+/g, " "),
    );
    expect(rowsOf(dump(fresh))).toEqual([]);
    database.close();
  });

  it.each(readdirSync(fixtures))("keep every import of %s, with its failed rows", (version) => {
    makeOld(version);
    const database = openDatabase(path);
    const store = createJobStore(database);
    for (const state of [
      "draft",
      "queued",
      "running",
      "paused",
      "done",
      "cancelled",
      "interrupted",
      "failed",
    ] as const) {
      const id = state === "paused" ? "job-waiting" : `job-${state}`;
      const isDraft = state === "draft";
      expect(store.get(id)).toMatchObject({
        ...{
          id,
          state,
          url: "http://localhost:8000",
          app: "movies",
          username: "mira",
          size: 1000,
          path: `/data/imports/${id}.upload`,
          parent: null,
        },
        ...{
          rowsRead: isDraft ? 0 : 12,
          indexed: isDraft ? 0 : 10,
          updated: isDraft ? 0 : 3,
          failed: isDraft ? 0 : 2,
          bytesRead: isDraft ? 0 : 400,
        },
        ...{
          ackedRow: isDraft ? 0 : 12,
          header: isDraft ? null : "id,price",
          credentials: ["queued", "running", "paused"].includes(state) ? "sealed" : null,
        },
        message: state === "interrupted" ? "The index is closed." : null,
        problem: state === "failed" ? { message: "A quote never closes.", line: 7, column: 2 } : null,
        plan: isDraft ? null : { idField: "id", columns: ["id", "price"], fields: [{ name: "price", type: "double" }] },
      });
      expect(store.failures({ id, limit: 9 }).map(({ line, raw }) => [line, [...raw]])).toEqual(
        isDraft
          ? []
          : [
              [5, [...Buffer.from("4,abc")]],
              [10, [57, 0, 255]],
            ],
      );
    }
    expect(store.get("job-done")?.retriedBy).toBe("job-retry");
    expect(store.get("job-retry")?.parent).toBe("job-done");
    database.close();
  });

  it("open a file in which some tables were never needed", () => {
    const old = new SqliteDatabase(path);
    old.exec(
      "CREATE TABLE sessions (id TEXT PRIMARY KEY, expires INTEGER NOT NULL) WITHOUT ROWID; INSERT INTO sessions VALUES ('x', 1)",
    );
    old.close();
    const database = openDatabase(path);
    expect(rowsOf(dump(database))).toEqual([`INSERT INTO "sessions" VALUES ('x', 1, '', 0, 0, '', '');`]);
    database.close();
  });
});

describe("opening", () => {
  it("refuses a file of a newer version in words, and changes nothing of it", () => {
    const newer = new SqliteDatabase(path);
    newer.exec(`CREATE TABLE later (x); PRAGMA user_version = ${newest + 7}`);
    newer.close();
    expect(() => openStore(folder)).toThrow(NewerStoreError);
    expect(() => openStore(folder)).toThrow(
      `written by a newer version of Searchdeck (format ${newest + 7}; this version reads up to ${newest}). Start that version`,
    );
    const after = new SqliteDatabase(path);
    expect(dump(after)).toBe(`CREATE TABLE later (x);\nPRAGMA user_version = ${newest + 7};\n`);
    after.close();
  });

  it("by several processes at once takes each step once", async () => {
    for (const version of ["none", "v0.sql"]) {
      rmSync(path, { force: true });
      if (version !== "none") makeOld(version);
      const children = await Promise.all(
        Array.from({ length: 5 }, () => promisify(execFile)(process.execPath, [script, path])),
      );
      expect(children.map(({ stdout }) => stdout)).toEqual(Array.from({ length: 5 }, () => "opened\n"));
      const database = openDatabase(path);
      expect(storeVersion(database)).toBe(newest);
      database.close();
    }
  });

  it("after a kill within a step begins it anew", async () => {
    makeOld("v0.sql");
    const child = spawn(process.execPath, [script, path, "hang"], { stdio: ["ignore", "pipe", "inherit"] });
    await once(child.stdout, "data");
    child.kill("SIGKILL");
    await once(child, "exit");
    const database = openDatabase(path);
    expect(dump(database)).not.toContain("half_done");
    expect(rowsOf(dump(database)).filter((row) => /"(sessions|drafts)"/.test(row))).toHaveLength(2);
    database.close();
  });

  it("on a full disk leaves the file at the step before, and goes on once there is room", () => {
    makeOld("v0.sql");
    const large = {
      version: newest + 1,
      up: (database: SqliteDatabase) =>
        database.exec("CREATE TABLE large (x); INSERT INTO large VALUES (zeroblob(900000))"),
    };
    const full = new SqliteDatabase(path);
    migrate(full, steps);
    const before = dump(full);
    full.exec("PRAGMA max_page_count = 1");
    expect(() => migrate(full, [...steps, large])).toThrow(/full/);
    expect(dump(full)).toBe(before);
    full.exec("PRAGMA max_page_count = 100000");
    migrate(full, [...steps, large]);
    expect(storeVersion(full)).toBe(newest + 1);
    full.close();
  });
});

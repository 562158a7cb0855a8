import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, parseJson, type JsonObject } from "@common/text/json";
import { readText, SqliteDatabase, type SqlValue } from "@common/storage/sqlite";
import { lockFolder } from "../engine/embedded/folder-lock";
import { aliasJson } from "../engine/embedded/index/aliases";
import { readDefinition } from "../engine/embedded/index/index-state";
import { SYSTEM } from "../gateway/platform/store/system-indices";
import { nextPageSize } from "./engine-documents";
import { MigrationError, type Document, type Page, type Source, type SourceIndex, type Template } from "./types";

/** Where templates are put. Components come first: no template is taken whose components are not there. */
const KINDS: Readonly<Record<string, Template["kind"]>> = { legacy: "_template", component: "_component_template" };

const FIRST_PAGE = 200;

type Row = { seq: number; id: SqlValue; version: number; source: SqlValue };

// The newest row of each id is the one that `entry` names; older ones wait in the same table until they are swept away.
const PAGE =
  "SELECT d.seq, d.id, d.version, d.source FROM document d JOIN entry e ON e.idx = d.idx AND e.id = d.id AND e.seq = d.seq WHERE d.idx = ? AND d.seq >= ? AND d.seq <= ? ORDER BY d.seq LIMIT ?";
const ONE =
  "SELECT d.seq, d.id, d.version, d.source FROM entry e JOIN document d ON d.seq = e.seq WHERE e.idx = ? AND e.id = ?";
const BOUNDS = "SELECT count(*) AS documents, min(seq) AS first, max(seq) AS last FROM entry WHERE idx = ?";
const BYTES =
  "SELECT coalesce(sum(octet_length(d.source)), 0) AS bytes FROM entry e JOIN document d ON d.seq = e.seq WHERE e.idx = ?";

const documentOf = ({ id, version, source }: Row): Document => ({
  id: readText(id),
  version: String(version),
  routing: undefined,
  source: readText(source),
});

function objectOf(text: string): JsonObject {
  const value = parseJson(text);
  return isJsonObject(value) ? value : {};
}

/** Opens the file for reading alone. SQLite wants two files beside it, which go again when they were not there. */
function openReadOnly(path: string): { database: SqliteDatabase; close: () => void } {
  const beside = [`${path}-wal`, `${path}-shm`].filter((file) => !existsSync(file));
  const database = new SqliteDatabase(path, { readOnly: true });
  function close(): void {
    database.close();
    for (const file of beside)
      if (!file.endsWith("-wal") || (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0)
        rmSync(file, { force: true });
  }
  return { database, close };
}

/**
 * The embedded engine's data folder, read without opening the engine on it: through a connection that cannot write, so
 * that not a byte of it changes, and closed indices are read like open ones. Takes the folder's lock. Throws
 * `MigrationError` where there is no data or an engine runs on it.
 */
export function openFolderSource(folder: string): Source {
  const path = join(folder, "engine.db");
  if (!existsSync(path))
    throw new MigrationError(
      `There is no embedded data in ${folder}: name the folder that the back end was started with by DATA_DIR.`,
    );
  const unlock = locked(folder);
  const { database, close } = openReadOnly(path);
  const numbers = new Map<string, number>();

  function describe({
    number,
    definition,
    mapping,
  }: {
    number: number;
    definition: string;
    mapping: string;
  }): SourceIndex {
    const { name, state, settings, aliases } = readDefinition(definition);
    numbers.set(name, number);
    const documents = database.prepare<{ documents: number }>(BOUNDS).get(number)?.documents ?? 0;
    const bytes = database.prepare<{ bytes: number }>(BYTES).get(number)?.bytes ?? 0;
    const shown = Object.fromEntries([...aliases].map(([alias, one]) => [alias, aliasJson(one)]));
    return { name, state, settings, mappings: objectOf(mapping), aliases: shown, documents, bytes };
  }

  function numberOf(index: string): number {
    const number = numbers.get(index);
    if (number === undefined) throw new MigrationError(`There is no index ${index} in ${folder}.`);
    return number;
  }

  async function* read({
    index,
    from = 0,
    signal,
  }: {
    index: string;
    from?: number | undefined;
    signal?: AbortSignal | undefined;
  }): AsyncGenerator<Page> {
    const number = numberOf(index);
    const { first, last } = database.prepare<{ first: number | null; last: number | null }>(BOUNDS).get(number) ?? {
      first: null,
      last: null,
    };
    if (first === null || last === null) return;
    let size = FIRST_PAGE;
    for (let start = Math.max(first, from); start <= last;) {
      signal?.throwIfAborted();
      const rows = database.prepare<Row>(PAGE).all(number, start, last, size);
      const documents = rows.map(documentOf);
      start = (rows.at(-1)?.seq ?? last) + 1;
      yield { documents, mark: start };
      size = nextPageSize({
        size,
        count: rows.length,
        bytes: documents.reduce((sum, { source }) => sum + source.length, 0),
      });
      // Reading is synchronous: timers and signals get their turn.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  return {
    id: database.prepare<{ value: string }>("SELECT value FROM meta WHERE key = 'cluster_uuid'").get()?.value ?? "",
    label: folder,
    readsClosed: true,
    indices() {
      const rows = database
        .prepare<{ number: number; definition: string; mapping: string }>(
          "SELECT number, definition, mapping FROM registry WHERE dropped = 0 ORDER BY number",
        )
        .all();
      // Locks are of those who ran on the source, not of those who will run on the target.
      return Promise.resolve(rows.map(describe).filter(({ name }) => name !== SYSTEM.locks.name));
    },
    templates: () =>
      Promise.resolve(
        database
          .prepare<{ kind: string; name: string; definition: string }>(
            "SELECT kind, name, definition FROM template ORDER BY kind = 'component' DESC, kind, name",
          )
          .all()
          .map(({ kind, name, definition }): Template => ({
            kind: KINDS[kind] ?? "_index_template",
            name,
            body: objectOf(definition),
          })),
      ),
    read,
    find: (index, ids) =>
      Promise.resolve(ids.flatMap((id) => database.prepare<Row>(ONE).all(numberOf(index), id).map(documentOf))),
    close() {
      close();
      unlock();
      return Promise.resolve();
    },
  };
}

function locked(folder: string): () => void {
  try {
    return lockFolder(folder);
  } catch (error) {
    throw new MigrationError(error instanceof Error ? error.message : String(error));
  }
}

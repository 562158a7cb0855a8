import { isJsonObject, type JsonObject, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { contextOf } from "~/server/context.server";
import { openStore, requireStore } from "~/services/platform/store/database.server";
import type { Scope } from "~/session/scope.server";
import { personOf, type Session } from "~/sessions.server";
import type { SettingChange } from "../draft/setting-change";
import type { RelevanceSettings } from "../settings.server";

// What was published to an index, in the console's own database: for each server and index, numbered from 1.

type Bound = Pick<Scope, "context"> & { session: Pick<Session, "url" | "username" | "oidc" | "viewAs"> };

/** So many are kept of an index; the oldest go first. */
export const MOST_VERSIONS = 100;

const object = z.custom<JsonObject>(isJsonObject);
const json = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema);
const change = z.object({
  ...{
    key: z.string(),
    group: z.string(),
    setting: z.string(),
    field: z.string().nullable(),
    old: z.string(),
    new: z.string(),
  },
  effect: z.enum(["at once", "in place", "re-index"]),
});
const madeSchema = z.object({ mapping: object, analysis: object });
const headSchema = z.object({
  ...{
    number: z.number(),
    at: z.number(),
    person: z.string(),
    note: z.string(),
    job: z.string().nullable(),
    recordVersion: z.string(),
  },
  changes: json(z.array(change)),
  wishes: json(object),
});
const wholeSchema = headSchema.extend({ record: json(object), make: z.string().nullable() });

/** A version in a list. `wishes` are the values of the draft that it was; `job` the re-index that it started. */
export type VersionHead = z.output<typeof headSchema>;
/** What an index was made of. */
export type Made = z.output<typeof madeSchema>;
export type Version = Omit<z.output<typeof wholeSchema>, "make"> & {
  /** Null where no version up to this one says it. */ made: Made | null;
};

const head = `number, at, person, note, job, record_version AS recordVersion, changes, wishes`;
const where = "server = ? AND index_name = ?";
const of = ({ session }: Bound, index: string) => [session.url, index] as const;
const storeOf = ({ context }: Bound) => openStore(contextOf(context).config.dataDir);

/** The versions of an index, the newest first. */
export function listVersions(scope: Bound, index: string): VersionHead[] {
  return storeOf(scope)
    .prepare(`SELECT ${head} FROM relevance_versions WHERE ${where} ORDER BY number DESC`)
    .all(...of(scope, index))
    .map((row) => headSchema.parse(row));
}

/** The newest version of an index; null where none was deployed from this console. */
export function lastVersion(scope: Bound, index: string): VersionHead | null {
  const row = storeOf(scope)
    .prepare(`SELECT ${head} FROM relevance_versions WHERE ${where} ORDER BY number DESC LIMIT 1`)
    .get(...of(scope, index));
  return row === undefined ? null : headSchema.parse(row);
}

/** One version with all it holds; null where this number is not kept. */
export function getVersion(scope: Bound, index: string, number: number): Version | null {
  const store = storeOf(scope);
  const row = store
    .prepare(`SELECT ${head}, record, make FROM relevance_versions WHERE ${where} AND number = ?`)
    .get(...of(scope, index), number);
  if (row === undefined) return null;
  const { make, ...whole } = wholeSchema.parse(row);
  // Kept where it changed: a version without one is made as the one before.
  const text =
    make ??
    store
      .prepare<{ make: string }>(
        `SELECT make FROM relevance_versions WHERE ${where} AND number < ? AND make IS NOT NULL ORDER BY number DESC LIMIT 1`,
      )
      .get(...of(scope, index), number)?.make;
  return { ...whole, made: text === undefined ? null : madeSchema.parse(JSON.parse(text)) };
}

/** The version before one, by its number; null for the oldest that is kept. */
export function versionBefore(scope: Bound, index: string, number: number): number | null {
  const row = storeOf(scope)
    .prepare<{ number: number | null }>(
      `SELECT max(number) AS number FROM relevance_versions WHERE ${where} AND number < ?`,
    )
    .get(...of(scope, index), number);
  return row?.number ?? null;
}

export type NewVersion = {
  stored: Pick<RelevanceSettings, "record" | "version">;
  note: string;
  changes: readonly SettingChange[];
  wishes: JsonObject;
  made: Made | null;
  /** Empty for what was found, and not deployed by anybody here. */
  person?: string;
};

/** Writes a version down and gives its number. Throws BackendError 507 where the console's disk is full. */
export function addVersion(
  scope: Bound,
  index: string,
  { stored, note, changes, wishes, made, person = personOf(scope.session) }: NewVersion,
): number {
  const store = requireStore(contextOf(scope.context).config.dataDir);
  return store.transaction(() => {
    const number = (lastVersion(scope, index)?.number ?? 0) + 1;
    store
      .prepare(
        `INSERT INTO relevance_versions (server, index_name, number, at, person, note, record, record_version, make, changes, wishes, job)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)`,
      )
      .run(
        ...of(scope, index),
        ...[number, Date.now(), person, note, stringifyJson(stored.record), stored.version],
        ...[made === null ? null : stringifyJson(made), JSON.stringify(changes), stringifyJson(wishes)],
      );
    keepMade(scope, index, number - MOST_VERSIONS);
    store
      .prepare(`DELETE FROM relevance_versions WHERE ${where} AND number <= ?`)
      .run(...of(scope, index), number - MOST_VERSIONS);
    return number;
  });
}

// The oldest version that stays says itself what its index is made of.
function keepMade(scope: Bound, index: string, gone: number): void {
  const made = gone > 0 ? getVersion(scope, index, gone + 1)?.made : null;
  if (!made) return;
  const sql = `UPDATE relevance_versions SET make = ? WHERE ${where} AND number = ? AND make IS NULL`;
  storeOf(scope)
    .prepare(sql)
    .run(stringifyJson(made), ...of(scope, index), gone + 1);
}

/** Notes the re-index that a version started. */
export function setVersionJob(scope: Bound, index: string, { number, job }: { number: number; job: string }): void {
  requireStore(contextOf(scope.context).config.dataDir)
    .prepare(`UPDATE relevance_versions SET job = ? WHERE ${where} AND number = ?`)
    .run(job, ...of(scope, index), number);
}

import { parseJson } from "@common/text/json";
import * as z from "zod";
import { rights } from "~/lib/access-control/rights";
import { mayUseIndex, usableOf } from "~/services/platform/http/index-rights.server";
import { getJobs } from "~/services/platform/jobs/jobs.server";
import { kindOf } from "~/services/platform/jobs/kinds.server";
import { isOver } from "~/services/platform/jobs/states";
import type { JobRow } from "~/services/platform/jobs/table.server";
import { sessionSecrets, unseal } from "~/session/seal.server";
import type { Scope } from "~/session/scope.server";
import { WINDOW } from "./window.server";
import {
  type Ending,
  endEntry,
  type Entry,
  getEntry,
  getSealedUndo,
  listEntries,
  listRunningJobs,
  listValues,
  type Wanted,
} from "./log-store.server";
import type { UndoPlan } from "./undo-kind.server";
import { undoKindOf } from "./undo-kinds.server";
import { isDone } from "./words";

// Who may read what of the change log. Rights are asked for at each request: of the session, and for an index of the
// back end itself.

/** The rights whose changes a user may read; writing windows concern everybody. */
const readableRights = ({ can }: Pick<Scope, "can">): string[] => [
  WINDOW,
  ...Object.entries(rights)
    .filter(([, { action }]) => can(action))
    .map(([name]) => name),
];

/**
 * More indices than this are not asked for one by one; somebody held to so many reads the log of each under its own
 * address.
 */
const MOST_ASKED = 50;

/** The indices whose changes the reader may see; null for all of them. */
async function readableIndices(scope: Scope): Promise<string[] | null> {
  if (scope.level === "app") return (await mayUseIndex(scope, scope.app)) ? [scope.app] : [];
  if (scope.identity.heldTo === null) return null;
  const logged = listValues(scope.context.config.dataDir, { server: scope.session.url, column: "index_name" }).slice(
    0,
    MOST_ASKED,
  );
  return usableOf(scope, logged);
}

/** Entries of jobs that are over by now get their outcome: a job ends when nobody looks, and on another console too. */
function settleJobs({ context, session }: Scope) {
  const { dataDir } = context.config;
  for (const { id, job } of listRunningJobs(dataDir, session.url)) {
    const row = getJobs(context).table.get(job);
    if (row !== undefined && row !== null && !isOver(row.state)) continue;
    endEntry(dataDir, { id, ending: endingOf(row ?? null) });
  }
}

/** What stands in the log of a job that is over: what it made, not what it was asked for. */
function endingOf(row: JobRow | null): Ending {
  const isDone = row?.state === "done";
  const message = isDone
    ? null
    : (row?.message ?? (row?.state === "cancelled" ? "Cancelled." : "The job is no longer kept."));
  const made = row === null ? undefined : kindOf(row)?.describe(row).made;
  if (row === null || made === undefined) return { outcome: isDone ? "success" : "failed", message };
  const outcome = isDone && made.left === 0 ? "success" : made.done > 0 ? "partial" : "failed";
  const summary = [made.words, row.label].filter((part) => part !== "").join(": ");
  return { outcome, summary, message: message ?? (outcome === "success" ? null : `${made.words}.`) };
}

type Filters = Omit<Wanted, "server" | "rights" | "indices">;
type Asked = Filters & { page: number; size: number; whole?: boolean };

/** A page of the change log as the reader may see it, the newest first. Throws BackendError. */
export async function listChanges(
  scope: Scope,
  { page, size, whole = false, ...wanted }: Asked,
): Promise<{ rows: Entry[]; total: number }> {
  const indices = await readableIndices(scope);
  const { config } = scope.context;
  settleJobs(scope);
  return listEntries(config.dataDir, {
    wanted: { ...wanted, server: scope.session.url, rights: readableRights(scope), indices },
    page,
    size,
    whole,
  });
}

/** Entries of one page of a file; each may hold 200 KB of values. */
const FILE_PAGE = 50;

/**
 * All entries that the reader may see, whole, the newest first. Rights are asked again for each page. Throws
 * BackendError.
 */
export async function* allChanges(scope: Scope, wanted: Filters): AsyncGenerator<Entry[]> {
  for (let page = 1; ; page += 1) {
    const { rows } = await listChanges(scope, { ...wanted, page, size: FILE_PAGE, whole: true });
    if (rows.length > 0) yield rows;
    if (rows.length < FILE_PAGE) return;
  }
}

/**
 * People and kinds of resources in the log, for filters. Those whose every change is hidden from the reader are not
 * told.
 */
export async function listChangeFilters(scope: Scope): Promise<{ people: string[]; kinds: string[] }> {
  const at = { server: scope.session.url };
  const { dataDir } = scope.context.config;
  const indices = await readableIndices(scope);
  const seen = (wanted: Partial<Wanted>) =>
    listEntries(dataDir, { wanted: { ...at, rights: readableRights(scope), indices, ...wanted }, page: 1, size: 1 })
      .total > 0;
  return {
    people: listValues(dataDir, { ...at, column: "person" }).filter((person) => seen({ person })),
    kinds: listValues(dataDir, { ...at, column: "kind" }).filter((resource) => seen({ resource })),
  };
}

/** One entry with its values. Throws a 404 for one that the reader may not see, and BackendError. */
export async function requireChange(scope: Scope, id: string): Promise<Entry> {
  settleJobs(scope);
  const entry = getEntry(scope.context.config.dataDir, { id, server: scope.session.url });
  const gone = () =>
    new Response("There is no such change in the log. Changes are kept for 400 days.", { status: 404 });
  if (entry === undefined || !readableRights(scope).includes(entry.right_name)) throw gone();
  if (scope.level === "app" && entry.index_name !== null && entry.index_name !== scope.app) throw gone();
  if (entry.index_name === null && entry.right_name !== WINDOW && scope.identity.heldTo !== null) throw gone();
  if (entry.index_name !== null && !(await mayUseIndex(scope, entry.index_name))) throw gone();
  return entry;
}

const undoSchema = z.object({ kind: z.string(), value: z.unknown() });

/** Whether an entry has a way back that can still be asked for. */
export function isUndoable(scope: Pick<Scope, "context">, { id, outcome }: Pick<Entry, "id" | "outcome">): boolean {
  return isDone(outcome) && getSealedUndo(scope.context.config.dataDir, id) !== undefined;
}

/** How the undo of an entry stands now; null where it has none, or no longer. Throws BackendError. */
export async function planUndo(scope: Scope, entry: Entry): Promise<UndoPlan | null> {
  const { config } = scope.context;
  const sealed = isDone(entry.outcome) ? getSealedUndo(config.dataDir, entry.id) : undefined;
  const text =
    sealed === undefined ? undefined : unseal({ value: sealed, purpose: "way back", secrets: sessionSecrets(config) });
  if (text === undefined) return null;
  const { kind, value } = undoSchema.parse(parseJson(text));
  return (await undoKindOf(kind)?.(scope, value)) ?? null;
}

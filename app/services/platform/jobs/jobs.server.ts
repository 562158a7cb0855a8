import type { AppLoadContext } from "@remix-run/node";
import { contextOf } from "~/server/context.server";
import { createJobClient } from "~/services/platform/changes/job-client.server";
import { createClient } from "~/services/platform/http/client.server";
import { requireStore } from "~/services/platform/store/database.server";
import { NewerStoreError } from "~/services/platform/store/migrations/migrate.server";
import { notAllowedServer } from "~/session/allowed-urls.server";
import type { Scope } from "~/session/scope.server";
import { personOf } from "~/sessions.server";
import { openCredentials, sealCredentials } from "./credentials.server";
import { forgetOldJobs, importsFolder } from "./forget-old.server";
import { type ForChanges, StoppedError } from "./kind.server";
import { jobKinds } from "./kinds.server";
import { createJobRunner, type JobRunner } from "./runner.server";
import { createJobTable, type JobRow, type JobTable, type NewJob } from "./table.server";

export type Jobs = { table: JobTable; runner: JobRunner };

// Kept on the process: the development server reloads this module at each change, and jobs must not run twice.
const shared: typeof globalThis & { searchdeckJobs?: Map<string, Jobs> } = globalThis;

/**
 * The jobs of this console: their table and their runner. Jobs that were under way go on at the first call. Throws
 * BackendError 507 on a full disk.
 */
export function getJobs(loadContext: AppLoadContext | undefined): Jobs {
  const { config, log } = contextOf(loadContext);
  shared.searchdeckJobs ??= new Map();
  const known = shared.searchdeckJobs.get(config.dataDir);
  if (known) return known;
  const table = createJobTable(requireStore(config.dataDir));
  const jobs = { table, runner: createJobRunner({ table, kinds: jobKinds(), log, clientOf, forChanges }) };
  shared.searchdeckJobs.set(config.dataDir, jobs);
  void forgetOldJobs({ table, dir: importsFolder(config) }).catch((error: unknown) =>
    log.warn({ err: error }, "old jobs could not be removed"),
  );
  jobs.runner.next();
  return jobs;

  function optionsOf(row: JobRow) {
    const refused = notAllowedServer({ url: row.server, config });
    if (refused !== undefined) throw new StoppedError(refused);
    const credentials = openCredentials({ row, context: { config, log } });
    const requestId = `${row.kind}-${row.id}`;
    return credentials && { baseUrl: row.server, ...credentials, context: { config, log, requestId } };
  }

  function clientOf(row: JobRow) {
    const options = optionsOf(row);
    return options && createJobClient(options);
  }

  function forChanges(row: JobRow): ForChanges | null {
    const options = optionsOf(row);
    if (options === null) return null;
    const { context } = options;
    const nobodyWaits = { clientAddress: "", drained: async () => {}, whenSent: () => {} };
    return { http: createClient(options), context: { ...context, ...nobodyWaits } };
  }
}

/**
 * Takes up the jobs that the last process left under way; called once when the console starts. Throws NewerStoreError.
 */
export function startJobs() {
  const context = contextOf(undefined);
  try {
    getJobs(context);
  } catch (error) {
    if (error instanceof NewerStoreError) throw error;
    context.log.error({ err: error }, "jobs could not be taken up");
  }
}

type Bound = Pick<Scope, "context" | "session">;

/** Gives a job the credentials of this session, sealed, and puts it in the queue. False when too many wait already. */
export function startJob(scope: Bound, id: string): boolean {
  const { table, runner } = getJobs(scope.context);
  const credentials = sealCredentials({ session: scope.session, config: scope.context.config });
  table.setCredentials({ id, credentials, owner: personOf(scope.session) });
  return runner.start(id);
}

/**
 * Makes a job of this session's user on its server and puts it in the queue. Returns its id; null when too many wait
 * already, and nothing is kept then.
 */
export function addJob(scope: Bound, job: Omit<NewJob, "server" | "owner">): string | null {
  const { table } = getJobs(scope.context);
  const id = table.create({ ...job, server: scope.session.url, owner: personOf(scope.session) });
  if (startJob(scope, id)) return id;
  table.remove(id);
  return null;
}

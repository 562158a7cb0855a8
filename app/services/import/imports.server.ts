import { readdirSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { AppLoadContext } from "@remix-run/node";
import { contextOf } from "~/context.server";
import type { Scope } from "~/session/scope.server";
import { createClient } from "~/services/http/client.server";
import { isAway, isBackendError } from "~/services/http/errors.server";
import { requireIndexRight } from "~/services/indices/rights.server";
import { notAllowedServer } from "~/session/allowed-urls.server";
import { seal, sessionSecrets, unseal } from "~/session/seal.server";
import { requireStore } from "~/services/store/database.server";
import { NewerStoreError } from "~/services/store/migrations/migrate.server";
import { createJobStore, type Job, type JobStore } from "~/services/store/jobs.server";
import { tokenOf } from "~/sessions.server";
import { createRunner, type ImportRunner } from "./run/runner.server";
import { StoppedError } from "./send/sender.server";
import { indexTarget } from "./send/target.server";

const DAY = 24 * 3600_000;
const KEEP_DRAFTS = DAY;
const KEEP_FINISHED = 30 * DAY;

export type Imports = { store: JobStore; runner: ImportRunner; dir: string };

// Kept on the process: the development server loads this module anew at each change, and jobs must not run twice.
const shared: typeof globalThis & { searchdeckImports?: Map<string, Imports> } = globalThis;

/** The imports of this console: their store, their runner, the folder of uploaded files. Jobs that were under way go on at the first call. */
export function getImports(loadContext: AppLoadContext | undefined): Imports {
  const context = contextOf(loadContext);
  const { config, log } = context;
  shared.searchdeckImports ??= new Map();
  const known = shared.searchdeckImports.get(config.dataDir);
  if (known) return known;
  const store = createJobStore(requireStore(config.dataDir));
  const runner = createRunner({ store, log, targetOf });
  const imports = { store, runner, dir: join(config.dataDir, "imports") };
  shared.searchdeckImports.set(config.dataDir, imports);
  void forgetOld(imports).catch((error: unknown) => log.warn({ err: error }, "old imports could not be removed"));
  runner.resumeAll();
  return imports;

  function targetOf(job: Job) {
    const refused = notAllowedServer({ url: job.url, config });
    if (refused !== undefined) throw new StoppedError(refused);
    const token = job.credentials === null ? undefined : unseal({ value: job.credentials, secrets: sessionSecrets(config) });
    if (token === undefined) return null;
    return indexTarget({ http: createClient({ baseUrl: job.url, token, context: { config, log, requestId: `import-${job.id}` } }), index: job.app });
  }
}

/** Takes up the jobs that the last process left under way; called once when the console starts. Throws NewerStoreError. */
export function startImports() {
  const context = contextOf(undefined);
  try {
    getImports(context);
  } catch (error) {
    if (error instanceof NewerStoreError) throw error;
    context.log.error({ err: error }, "imports could not be taken up");
  }
}

async function forgetOld({ store, dir }: Imports) {
  const now = Date.now();
  for (const job of store.listOld({ drafts: now - KEEP_DRAFTS, finished: now - KEEP_FINISHED })) {
    await rm(job.path, { force: true });
    store.remove(job.id);
  }
  // Files of uploads that were never finished, from a process that was killed.
  const used = new Set(store.listByState(["draft", "queued", "running", "waiting", "interrupted"]).map((job) => job.path));
  for (const name of listFiles(dir)) {
    const path = join(dir, name);
    if (!used.has(path) && statSync(path).mtimeMs < now - DAY) await rm(path, { force: true });
  }
}

function listFiles(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

const noSuchJob = () => new Response("There is no such import, or it is over for more than 30 days.", { status: 404 });

/**
 * The job of a page, by the caller's rights of this moment: to know its id, or to have begun it, gives none. Throws a 404 when there is none for this
 * index on this server, and the back end's own refusal when the index may not be used. Without an index in the address a job that may not be seen
 * is one that is not there.
 */
export async function requireJob({ scope, jobId }: { scope: Scope; jobId: string | undefined }): Promise<Job> {
  if (scope.level === "app") await requireIndexRight(scope, scope.app);
  const job = getImports(scope.context).store.get(jobId ?? "");
  if (!job || job.url !== scope.session.url || (scope.level === "app" && job.app !== scope.app)) throw noSuchJob();
  if (scope.level === "cluster" && !(await mayUse(scope, job.app))) throw noSuchJob();
  return job;
}

/**
 * The job of a page that tells how far it is and can cancel it. While the back end is away nobody's rights can be asked: then the job is shown to the one
 * whose session began it, and to nobody else; `asked` is false, and nothing of what the file holds goes with it. Throws as `requireJob` does.
 */
export async function requireJobOrOwn({ scope, jobId }: { scope: Scope; jobId: string | undefined }): Promise<{ job: Job; asked: boolean }> {
  try {
    return { job: await requireJob({ scope, jobId }), asked: true };
  } catch (error) {
    const job = isAway(error) ? getImports(scope.context).store.get(jobId ?? "") : null;
    const own = job && job.url === scope.session.url && job.username === scope.session.username && (scope.level === "cluster" || job.app === scope.app);
    if (!own) throw error;
    return { job, asked: false };
  }
}

async function mayUse(scope: Scope, index: string): Promise<boolean> {
  try {
    await requireIndexRight(scope, index);
    return true;
  } catch (error) {
    if (isBackendError(error) && error.failure.kind === "not-allowed") return false;
    throw error;
  }
}

/** Gives a job the credentials of this session, sealed, and puts it in the queue. False when too many wait already. */
export function startJob({ scope, job }: { scope: Scope; job: Job }): boolean {
  const { store, runner } = getImports(scope.context);
  const credentials = seal({ text: tokenOf(scope.session), secrets: sessionSecrets(scope.context.config) });
  store.setCredentials({ id: job.id, credentials, username: scope.session.username });
  return runner.start(job.id);
}

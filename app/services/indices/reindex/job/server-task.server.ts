import { isJsonObject, type JsonObject } from "@common/text/json";
import * as z from "zod";
import type { BackendClient } from "~/services/platform/http/client.server";
import { errorDetail, isBackendError } from "~/services/platform/http/errors.server";
import { isNotTold } from "~/services/platform/http/not-offered.server";
import { apiPath } from "~/services/platform/http/path";
import type { CopyPlan } from "~/services/indices/reindex/plan";
import { copyRequest } from "~/services/indices/reindex/request.server";
import type { JobFailure } from "~/services/platform/jobs/failures.server";
import { FailedError } from "~/services/platform/jobs/kind.server";

// What a job asks the server about a re-index: to start it, how far it is, to stop it, and what it leaves.

const failureSchema = z.looseObject({
  id: z.string().default(""),
  cause: z.looseObject({ reason: z.string().default("") }).default({ reason: "" }),
});
const reportSchema = z.looseObject({
  failures: z.array(failureSchema).default([]),
  canceled: z.string().nullish(),
  task: z.undefined().optional(),
});
const startedSchema = z.union([z.looseObject({ task: z.string() }), reportSchema]);
const statusSchema = z.looseObject({
  total: z.number().default(0),
  created: z.number().default(0),
  updated: z.number().default(0),
  deleted: z.number().default(0),
});
const taskSchema = z.object({
  completed: z.boolean(),
  task: z.looseObject({
    status: statusSchema.optional(),
    cancelled: z.boolean().optional(),
    description: z.string().default(""),
  }),
  response: reportSchema.optional(),
  error: z.looseObject({ reason: z.string().optional() }).optional(),
});
const runningSchema = z.object({
  nodes: z
    .record(
      z.string(),
      z.object({ tasks: z.record(z.string(), z.looseObject({ description: z.string().default("") })).default({}) }),
    )
    .default({}),
});
const definitionSchema = z.record(
  z.string(),
  z.object({ settings: z.object({ index: z.object({ uuid: z.string().default("") }) }) }),
);
const countSchema = z.object({ count: z.number() });

/** A concrete index, as one tells it from another that has its name later. */
export type MadeIndex = { name: string; uuid: string };
/**
 * How a copy answers its start: with a task, with its report, or not in time, which the console of old shows as "~100".
 */
export type Started = { kind: "task"; task: string } | { kind: "done"; failures: JobFailure[] } | { kind: "unseen" };
/**
 * `lost`: the server knows the task no more, as after a restart; `hidden`: it tells nothing of tasks to this user.
 * `into` is the index that it fills.
 */
export type TaskState = {
  state: "running" | "done" | "stopped" | "lost" | "hidden";
  done: number;
  total: number;
  failures: JobFailure[];
  error: string | null;
  into: string | null;
};

/** How long the start is waited for; a server that copies before it answers is looked after from then on. */
const START_MS = 60_000;

const failuresOf = (report: { failures: z.output<typeof failureSchema>[] } | undefined): JobFailure[] =>
  (report?.failures ?? []).map(({ id, cause }, at) => ({
    row: at + 1,
    line: 0,
    field: null,
    reason: cause.reason,
    raw: Buffer.from(id),
  }));

const mappingsSchema = z.record(z.string(), z.object({ mappings: z.custom<JsonObject>(isJsonObject) }));

// Before OpenSearch 2 a ReactiveSearch server fails to read the mappings of the source by itself (contract 60), and
// takes them where they are sent.
async function sendCopy(http: BackendClient, plan: CopyPlan) {
  try {
    return await http.send({ ...copyRequest(plan), timeout: START_MS });
  } catch (error) {
    const isUnread =
      isBackendError(error, 400) && /\bmappings?\b/i.test(error.failure.detail ?? "") && plan.mappings === null;
    if (!isUnread || (plan.action.length > 0 && !plan.action.includes("mappings"))) throw error;
    const [own] = Object.values(await http.call({ path: apiPath`/${plan.source}/_mapping`, schema: mappingsSchema }));
    if (own === undefined) throw error;
    return http.send({ ...copyRequest({ ...plan, mappings: own.mappings }), timeout: START_MS });
  }
}

/** Starts the copy. Throws BackendError, and FailedError where a 200 holds an error. */
export async function startCopy(http: BackendClient, plan: CopyPlan): Promise<Started> {
  try {
    const { body, failed } = await sendCopy(http, plan);
    const code = isJsonObject(body) ? Number(body["code"] ?? 0) : 0;
    if (isJsonObject(body) && ((body["error"] ?? null) !== null || code >= 400))
      throw new FailedError(errorDetail(body) ?? `The server answered ${code}.`);
    const parsed = startedSchema.safeParse(body);
    if (!parsed.success) throw failed("malformed");
    return parsed.data.task === undefined
      ? { kind: "done", failures: failuresOf(reportSchema.parse(body)) }
      : { kind: "task", task: parsed.data.task };
  } catch (error) {
    if (isBackendError(error, 504)) return { kind: "unseen" };
    throw error;
  }
}

/** How far a task is. Throws BackendError. */
export async function readTask(http: BackendClient, task: string): Promise<TaskState> {
  try {
    const {
      completed,
      task: running,
      response,
      error,
    } = await http.call({ path: apiPath`/_tasks/${task}`, schema: taskSchema });
    const { total = 0, created = 0, updated = 0, deleted = 0 } = running.status ?? {};
    const into = /\bto \[([^\]]+)\]/.exec(running.description)?.[1] ?? null;
    const told = {
      done: created + updated + deleted,
      total,
      failures: failuresOf(response),
      error: error ? (error.reason ?? "The copy failed.") : null,
      into,
    };
    if (!completed) return { ...told, state: "running" };
    return { ...told, state: response?.canceled || running.cancelled ? "stopped" : "done" };
  } catch (error) {
    const state = isBackendError(error, 404)
      ? "lost"
      : isBackendError(error) && isNotTold(error.failure)
        ? "hidden"
        : null;
    if (state === null) throw error;
    return { state, done: 0, total: 0, failures: [], error: null, into: null };
  }
}

/**
 * The running re-index that a description fits; null if none does, or the server does not list them. Throws
 * BackendError.
 */
export async function findTask(
  http: BackendClient,
  { source, target }: Pick<CopyPlan, "source" | "target">,
): Promise<string | null> {
  try {
    const { nodes } = await http.call({
      path: "/_tasks",
      query: { actions: "*reindex", detailed: true },
      schema: runningSchema,
    });
    const tasks = Object.values(nodes).flatMap(({ tasks: of }) => Object.entries(of));
    const into = target ?? `${source.replace(/_reindexed_\d+$/, "")}_reindexed_`;
    const found = tasks.find(([, { description }]) =>
      description.includes(target === null ? `to [${into}` : `to [${into}]`),
    );
    return found?.[0] ?? null;
  } catch (error) {
    if (isBackendError(error) && isNotTold(error.failure)) return null;
    throw error;
  }
}

/** Asks the server to stop a task. Throws BackendError, but not for one that is over. */
export async function stopTask(http: BackendClient, task: string): Promise<void> {
  try {
    await http.send({ method: "POST", path: apiPath`/_tasks/${task}/_cancel` });
  } catch (error) {
    if (!isBackendError(error, 404)) throw error;
  }
}

/** The concrete index behind a name; null if the name is unknown. Throws BackendError. */
export async function indexBehind(http: BackendClient, name: string): Promise<MadeIndex | null> {
  try {
    const found = await http.call({ path: apiPath`/${name}/_settings`, schema: definitionSchema });
    const [first] = Object.entries(found);
    return first === undefined ? null : { name: first[0], uuid: first[1].settings.index.uuid };
  } catch (error) {
    if (isBackendError(error, 404)) return null;
    throw error;
  }
}

/** Deletes an index that this job made, unless another one has its name by now. Throws BackendError. */
export async function dropMade(http: BackendClient, made: MadeIndex): Promise<void> {
  const now = await indexBehind(http, made.name);
  if (now === null || now.name !== made.name || now.uuid !== made.uuid) return;
  try {
    await http.send({ method: "DELETE", path: apiPath`/${made.name}` });
  } catch (error) {
    if (!isBackendError(error, 404)) throw error;
  }
}

/** Makes all that was written searchable, for a copy takes what is searchable, and counts it. Throws BackendError. */
export async function refreshAndCount(http: BackendClient, name: string): Promise<number> {
  await http.send({ method: "POST", path: apiPath`/${name}/_refresh` });
  return (await http.call({ path: apiPath`/${name}/_count`, schema: countSchema })).count;
}

import * as z from "zod";
import { isBackendError } from "~/services/platform/http/errors.server";
import type { Scope } from "~/session/scope.server";

const count = z.coerce.number().catch(0);
const statusSchema = z
  .object({ total: count, created: count, updated: count, deleted: count, noops: count, version_conflicts: count })
  .partial();
const taskSchema = z.object({
  node: z.string().catch(""),
  id: z.coerce.string(),
  action: z.string().catch(""),
  description: z.string().nullish().catch(null),
  start_time_in_millis: z.coerce.number().nullish().catch(null),
  running_time_in_nanos: z.coerce.number().nullish().catch(null),
  cancellable: z.boolean().catch(false),
  cancelled: z.boolean().nullish().catch(null),
  parent_task_id: z.string().nullish().catch(null),
  status: statusSchema.nullish().catch(null),
});
const answerSchema = z.object({
  nodes: z
    .record(
      z.string(),
      z.object({ name: z.string().nullish().catch(null), tasks: z.record(z.string(), taskSchema).catch({}) }),
    )
    .catch({}),
});

export type Task = {
  /** `node:number`. */
  id: string;
  node: string;
  action: string;
  description: string | null;
  startedAt: number | null;
  /** In ms. */
  running: number | null;
  cancellable: boolean;
  cancelled: boolean;
  parent: string | null;
  progress: { done: number; total: number } | null;
};

/** Looking at the tasks is one itself. */
const OWN = /^cluster:monitor\/tasks?\//;

/**
 * The tasks that run on the engine, those that run longest first. Their descriptions are for administrators: they hold
 * the searches of others. Throws BackendError.
 */
export async function listTasks({ http, identity }: Pick<Scope, "http" | "identity">): Promise<Task[]> {
  const answer = await http.call({
    path: "/_tasks",
    query: identity.isAdmin ? { detailed: true } : {},
    schema: answerSchema,
  });
  return Object.values(answer.nodes)
    .flatMap(({ name, tasks }) =>
      Object.entries(tasks).map(([id, task]) => taskOf({ id, task, node: name ?? task.node })),
    )
    .filter(({ action }) => !OWN.test(action))
    .sort((a, b) => (b.running ?? 0) - (a.running ?? 0) || (a.id < b.id ? -1 : 1));
}

function taskOf({ id, task, node }: { id: string; task: z.output<typeof taskSchema>; node: string }): Task {
  const {
    action,
    description,
    start_time_in_millis,
    running_time_in_nanos,
    cancellable,
    cancelled,
    parent_task_id,
    status,
  } = task;
  const {
    total = 0,
    created = 0,
    updated = 0,
    deleted = 0,
    noops = 0,
    version_conflicts: conflicts = 0,
  } = status ?? {};
  return {
    id,
    node,
    action,
    description: description ? description : null,
    startedAt: start_time_in_millis ?? null,
    running: running_time_in_nanos === null || running_time_in_nanos === undefined ? null : running_time_in_nanos / 1e6,
    cancellable,
    cancelled: cancelled === true,
    parent: parent_task_id ?? null,
    progress: total > 0 ? { done: created + updated + deleted + noops + conflicts, total } : null,
  };
}

/** A running task by its id; undefined where it runs no longer. Throws BackendError. */
export async function findTask(scope: Pick<Scope, "http" | "identity">, id: string): Promise<Task | undefined> {
  try {
    return (await listTasks(scope)).find((task) => task.id === id);
  } catch (error) {
    if (isBackendError(error, 404)) return undefined;
    throw error;
  }
}

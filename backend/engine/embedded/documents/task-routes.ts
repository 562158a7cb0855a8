import { globFits, readGlob } from "@common/text/glob";
import { ADDRESS, NODE_NAME, ROLES } from "../cluster/facts";
import { EngineError, illegalArgument } from "../errors";
import type { AnswerValue } from "../http/raw-json";
import type { RouteAnswer, RouteContext } from "../http/types";
import { parseDuration } from "../search/request/parse-request";
import type { EmbeddedRoute, EmbeddedState } from "../state";
import type { TaskFilter, TaskJson } from "./tasks";

type Context = RouteContext<EmbeddedState>;

const WAIT_MS = 30_000;
const HERE = ["_local", "_all", "_master", "_cluster_manager", "master:true", "data:true"];

function waitOf(context: Context): number | undefined {
  if (!context.flag("wait_for_completion", false)) return undefined;
  const { timeout } = context.query;
  return timeout === undefined ? WAIT_MS : (parseDuration(timeout, "timeout") ?? Infinity);
}

function listOf(text: string | undefined): string[] {
  return text?.split(",").filter((part) => part !== "") ?? [];
}

/** Whether a list of nodes, by id, name or pattern, holds this one. */
function meansThisNode({ engine, query }: Context): boolean {
  const names = listOf(query["nodes"]);
  return (
    names.length === 0 ||
    names.some(
      (name) =>
        HERE.includes(name) ||
        name === ADDRESS.host ||
        [engine.nodeId, NODE_NAME].some((own) => globFits(readGlob(name), own)),
    )
  );
}

function partsOf(name: string): { node: string; id: number } {
  const parts = /^([^:]+):(\d{1,15})$/.exec(name);
  if (!parts) throw illegalArgument(`malformed task id ${name}`);
  return { node: parts[1] ?? "", id: Number(parts[2]) };
}

function filterOf({ query }: Context): TaskFilter {
  const actions = listOf(query["actions"]).map(readGlob);
  const parent = query["parent_task_id"];
  if (parent !== undefined) partsOf(parent);
  return { action: (name) => actions.length === 0 || actions.some((glob) => globFits(glob, name)), parent };
}

function named(tasks: readonly TaskJson[]): Record<string, AnswerValue> {
  return Object.fromEntries(tasks.map((task) => [`${String(task["node"])}:${String(task["id"])}`, task]));
}

/** Tasks as `group_by` asks for them. By parent they stand alone: none of them is part of another. */
function grouped({ engine, query }: Context, tasks: readonly TaskJson[]): Record<string, AnswerValue> {
  const by = query["group_by"] ?? "nodes";
  if (by === "none") return { tasks };
  if (by === "parents") return { tasks: named(tasks) };
  if (by !== "nodes") throw illegalArgument(`[group_by] must be one of [nodes], [parents] or [none] but was [${by}]`);
  const node = { name: NODE_NAME, ...ADDRESS, roles: ROLES, tasks: named(tasks) };
  return { nodes: tasks.length > 0 ? { [engine.nodeId]: node } : {} };
}

/** What went wrong on the one node is told beside the tasks, with the status of a success. */
async function answered(context: Context, tasks: () => Promise<TaskJson[]>): Promise<RouteAnswer> {
  const { nodeId } = context.engine;
  try {
    return { body: grouped(context, meansThisNode(context) ? await tasks() : []) };
  } catch (error) {
    if (!(error instanceof EngineError) || error.status === 400) throw error;
    const failure = {
      type: "failed_node_exception",
      reason: `Failed node [${nodeId}]`,
      node_id: nodeId,
      caused_by: error.toCause(),
    };
    return { body: { node_failures: [failure], ...grouped(context, []) } };
  }
}

function listTasks(context: Context): Promise<RouteAnswer> {
  const options = { detailed: context.flag("detailed", false), wait: waitOf(context) };
  const filter = filterOf(context);
  return answered(context, () => context.engine.tasks.list(filter, options));
}

async function getTask(context: Context): Promise<RouteAnswer> {
  return { body: await context.engine.tasks.get(context.params["task"] ?? "", waitOf(context)) };
}

/** Every running task, those that fit, or one. */
function cancelTasks(context: Context): Promise<RouteAnswer> {
  const { engine, params } = context;
  const wait = waitOf(context);
  const filter = filterOf(context);
  if (params["task"] === undefined)
    return answered(context, () => engine.tasks.cancel({ ...filter, id: undefined }, { wait }));
  const { node, id } = partsOf(params["task"]);
  return answered(context, async () =>
    node === engine.nodeId ? engine.tasks.cancel({ ...filter, id }, { wait }) : [],
  );
}

const CANCEL = ["nodes", "actions", "parent_task_id", "wait_for_completion", "timeout", "group_by"];

export const taskRoutes: EmbeddedRoute[] = [
  {
    methods: ["GET"],
    path: "/_tasks",
    query: ["actions", "detailed", "nodes", "parent_task_id", "group_by", "wait_for_completion", "timeout"],
    handler: listTasks,
  },
  { methods: ["GET"], path: "/_tasks/{task}", query: ["wait_for_completion", "timeout"], handler: getTask },
  { methods: ["POST"], path: "/_tasks/_cancel", query: CANCEL, handler: cancelTasks },
  { methods: ["POST"], path: "/_tasks/{task}/_cancel", query: CANCEL, handler: cancelTasks },
];

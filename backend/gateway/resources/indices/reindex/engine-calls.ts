import * as z from "zod";
import { isJsonObject, type JsonObject, parseJson, stringifyJson } from "@common/text/json";
import type { Engine, EngineRequest } from "@backend/engine/port";
import { engineError } from "@backend/gateway/platform/http/engine-errors";
import { badRequest } from "@backend/gateway/platform/http/errors";
import { enginePath } from "@backend/gateway/platform/http/paths";
import { reach } from "@backend/gateway/platform/store/engine-client";
import { reaches } from "./names";

const object = z.custom<JsonObject>(isJsonObject);
const IndexSchema = z.record(
  z.string(),
  z.object({ aliases: object, mappings: object, settings: z.object({ index: object }) }),
);
const StatsSchema = z.object({
  _all: z.object({ primaries: z.object({ store: z.object({ size_in_bytes: z.number() }) }) }),
});

/** An index as it is: the name behind an alias, aliases, mappings and settings, digits kept. */
export type SourceIndex = {
  name: string;
  aliases: JsonObject;
  mappings: JsonObject;
  settings: JsonObject;
  isReadOnly: boolean;
};

// What an index says of itself and no new one may be given.
const OWN_SETTINGS = [
  "creation_date",
  "provided_name",
  "uuid",
  "version",
  "replication",
  "resize",
  "routing",
  "verified_before_close",
  "blocks",
  "history",
];

async function call(engine: Engine, request: Omit<EngineRequest, "body"> & { body?: unknown }): Promise<string> {
  const { body, ...rest } = request;
  const response = await reach(engine, body === undefined ? rest : { ...rest, body: stringifyJson(body) });
  if (response.status >= 400) throw engineError(response);
  return response.body;
}

/** The path of an index, its name encoded. */
export function indexPath(name: string, rest = ""): string {
  return `${enginePath([name])}${rest}`;
}

/**
 * Reads an index or the one index behind an alias. Throws 400 where it is not there or the alias names several.
 * `sized`: the caller left it to the size whether to wait, which is what the real server then looks at first
 * [recorded].
 */
export async function readSource(engine: Engine, name: string, { sized }: { sized: boolean }): Promise<SourceIndex> {
  const response = await reach(engine, { method: "GET", path: indexPath(name) });
  if (response.status === 404 && !sized)
    throw badRequest(`error fetching mappings of index "${name}": ${engineError(response).message}`);
  if (response.status === 404) throw badRequest(`Unable to get the size of ${name}`);
  if (response.status >= 400) throw engineError(response);
  const [first, ...others] = Object.entries(IndexSchema.parse(parseJson(response.body)));
  if (!first) throw badRequest(`Unable to get the size of ${name}`);
  if (others.length > 0) throw badRequest(`multiple indices pointing to alias "${name}"`);
  const [index, { aliases, mappings, settings }] = first;
  const kept = Object.fromEntries(Object.entries(settings.index).filter(([key]) => !OWN_SETTINGS.includes(key)));
  return { name: index, aliases, mappings, settings: kept, isReadOnly: isReadOnly(settings.index) };
}

// An engine tells it as text, whatever was sent.
const isOn = (value: unknown) => value === true || value === "true";

function isReadOnly({ blocks }: JsonObject): boolean {
  return isJsonObject(blocks) && (isOn(blocks["write"]) || isOn(blocks["read_only"]));
}

/**
 * Refuses writes to an index, once those that are under way are through. Engines without the call for it take the
 * setting alone.
 */
export async function blockWrites(engine: Engine, name: string): Promise<void> {
  const { status } = await reach(engine, { method: "PUT", path: indexPath(name, "/_block/write") });
  if (status >= 400)
    await call(engine, {
      method: "PUT",
      path: indexPath(name, "/_settings"),
      body: { index: { blocks: { write: true } } },
    });
}

/** Takes writes to an index again; nothing where it is gone. */
export async function allowWrites(engine: Engine, name: string): Promise<void> {
  const body = stringifyJson({ index: { blocks: { write: null } } });
  const response = await reach(engine, { method: "PUT", path: indexPath(name, "/_settings"), body });
  if (response.status >= 400 && response.status !== 404) throw engineError(response);
}

/** Bytes of an index's primaries. */
export async function sizeOf(engine: Engine, name: string): Promise<number> {
  return StatsSchema.parse(JSON.parse(await call(engine, { method: "GET", path: indexPath(name, "/_stats/store") })))
    ._all.primaries.store.size_in_bytes;
}

/** Makes an index. Throws the engine's refusal. */
export async function createIndex({
  engine,
  name,
  mappings,
  settings,
}: {
  engine: Engine;
  name: string;
  mappings: JsonObject;
  settings: JsonObject;
}): Promise<void> {
  await call(engine, { method: "PUT", path: indexPath(name), body: { mappings, settings } });
}

/** The first name `prefix` + number, from `first` on, that no index has. */
export async function freeName(engine: Engine, prefix: string, first: number): Promise<string> {
  for (let number = first; ; number++) {
    const { status } = await reach(engine, { method: "HEAD", path: indexPath(`${prefix}${number}`) });
    if (status === 404 || number > first + 100) return `${prefix}${number}`;
  }
}

const MadeSchema = z.record(z.string(), z.object({ settings: z.object({ index: z.object({ uuid: z.string() }) }) }));

/** The concrete index behind a name with its UUID; null if the name is unknown. Throws the engine's errors. */
export async function indexBehind(engine: Engine, name: string): Promise<{ name: string; uuid: string } | null> {
  const response = await reach(engine, { method: "GET", path: indexPath(name, "/_settings") });
  if (response.status === 404) return null;
  if (response.status >= 400) throw engineError(response);
  const [first] = Object.entries(MadeSchema.parse(JSON.parse(response.body)));
  return first === undefined ? null : { name: first[0], uuid: first[1].settings.index.uuid };
}

/** Documents of an index. */
export async function countOf(engine: Engine, name: string): Promise<number> {
  await refresh(engine, name);
  return z
    .object({ count: z.number() })
    .parse(JSON.parse(await call(engine, { method: "GET", path: indexPath(name, "/_count") }))).count;
}

/** Makes all that was written searchable: what is not would be left behind by a copy. */
export async function refresh(engine: Engine, name: string): Promise<void> {
  await call(engine, { method: "POST", path: indexPath(name, "/_refresh") });
}

/** Starts the copy. The answer is the report, or the task where nobody waits. */
export async function copyDocuments({
  engine,
  body,
  wait,
  refresh: isRefreshed = true,
}: {
  engine: Engine;
  body: unknown;
  wait: boolean;
  refresh?: boolean;
}): Promise<unknown> {
  const query = { refresh: String(isRefreshed), wait_for_completion: String(wait) };
  return JSON.parse(await call(engine, { method: "POST", path: "/_reindex", query, body }));
}

/** In one step: drops the old index and gives its name and its other aliases to the new one. */
export async function takePlace({
  engine,
  source,
  target,
  name,
}: {
  engine: Engine;
  source: SourceIndex;
  target: string;
  name: string;
}): Promise<void> {
  const aliases = { ...source.aliases, [name]: source.aliases[name] ?? {} };
  const add = Object.entries(aliases).map(([alias, options]) => ({
    add: { index: target, alias, ...(isJsonObject(options) ? options : {}) },
  }));
  await call(engine, {
    method: "POST",
    path: "/_aliases",
    body: { actions: [{ remove_index: { index: source.name } }, ...add] },
  });
}

const TaskSchema = z.looseObject({
  completed: z.boolean(),
  error: z.unknown().optional(),
  task: z.looseObject({ cancelled: z.boolean().optional() }).optional(),
  response: z.looseObject({ failures: z.array(z.unknown()).optional(), canceled: z.unknown().optional() }).optional(),
});

/**
 * How a task ended: `failed` also where it was cancelled, for it copied a part only; `lost` where the engine knows it
 * no more.
 */
export type TaskEnd = "running" | "done" | "failed" | "lost";

/** A task as it stands. Throws where the engine cannot tell. */
export async function readTask(engine: Engine, task: string): Promise<TaskEnd> {
  const response = await reach(engine, { method: "GET", path: enginePath(["_tasks", task]) });
  if (response.status === 404) return "lost";
  if (response.status >= 400) throw engineError(response);
  const { completed, error, response: report, task: of } = TaskSchema.parse(JSON.parse(response.body));
  if (!completed) return "running";
  const isCancelled = (report?.canceled ?? null) !== null || of?.cancelled === true;
  return error !== undefined || isCancelled || (report?.failures?.length ?? 0) > 0 ? "failed" : "done";
}

const RunningSchema = z.object({
  nodes: z
    .record(
      z.string(),
      z.object({ tasks: z.record(z.string(), z.looseObject({ description: z.string().default("") })).default({}) }),
    )
    .default({}),
});

/** The task that copies into an index; null where none runs. Throws the engine's errors. */
export async function findTask(engine: Engine, target: string): Promise<string | null> {
  const text = await call(engine, { method: "GET", path: "/_tasks", query: { actions: "*reindex", detailed: "true" } });
  const tasks = Object.values(RunningSchema.parse(JSON.parse(text)).nodes).flatMap(({ tasks: of }) =>
    Object.entries(of),
  );
  return tasks.find(([, { description }]) => description.includes(`to [${target}]`))?.[0] ?? null;
}

/**
 * Whether calls by query, or copies of somebody else, write to an index that has these names. Throws the engine's
 * errors.
 */
export async function isWrittenByTasks(
  engine: Engine,
  { names, own }: { names: readonly string[]; own: string },
): Promise<boolean> {
  const text = await call(engine, {
    method: "GET",
    path: "/_tasks",
    query: { actions: "*byquery,*reindex", detailed: "true" },
  });
  const tasks = Object.values(RunningSchema.parse(JSON.parse(text)).nodes).flatMap(({ tasks: of }) =>
    Object.values(of),
  );
  return tasks.some(({ description }) => {
    const into = /\bto \[([^\]]+)\]/.exec(description)?.[1] ?? /-by-query \[([^\]]*)\]/.exec(description)?.[1];
    return into !== undefined && into !== own && reaches(into.split(/,\s*/), names);
  });
}

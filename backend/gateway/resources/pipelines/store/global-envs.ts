import { PIPELINES_LIMITS } from "@common/limits/pipelines";
import { isJsonObject, type JsonObject, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { badRequest, HttpError, notFound } from "@backend/gateway/platform/http/errors";
import { createShortMemory } from "@backend/gateway/platform/store/short-memory";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { createSystemStore, type StoreParts } from "@backend/gateway/platform/store/system-store";

const seconds = z.number().int();
/** A global variable as it is kept; `validate` is JSON text. Times are unix seconds. */
export const GlobalEnvSchema = z.object({
  id: z.string(),
  key: z.string(),
  label: z.string().default(""),
  description: z.string().default(""),
  value: z.string(),
  validate: z.string().nullish(),
  created_at: seconds,
  updated_at: seconds,
});
export type GlobalEnv = z.infer<typeof GlobalEnvSchema>;

const KEY = /^[A-Za-z0-9_]{1,200}$/;
const { most: MOST } = PIPELINES_LIMITS.globalEnvs;

/** Values that all pipelines find in `envs`, by their key. */
export type GlobalEnvs = {
  list: () => Promise<GlobalEnv[]>;
  get: (key: string) => Promise<GlobalEnv | null>;
  /** Values by key, at most half a second old. */
  values: () => Promise<Readonly<Record<string, string>>>;
  /** The values that were read last: what is masked. */
  secrets: () => readonly string[];
  create: (body: JsonObject) => Promise<GlobalEnv>;
  change: (key: string, body: JsonObject) => Promise<GlobalEnv>;
  /** Refuses what `put` would refuse, before anything is written. Throws 400. */
  check: (bodies: readonly JsonObject[]) => Promise<void>;
  /** Writes one, whether it is there or not: as a pipeline brings it. Its value may be empty, to be entered later. */
  put: (body: JsonObject) => Promise<GlobalEnv>;
  remove: (key: string) => Promise<boolean>;
};

const textOf = (value: unknown, name: string): string | undefined => {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw badRequest(`${name} must be a string`);
  if (value.length > 100_000) throw badRequest(`${name} is too long`);
  return value;
};

type Read = {
  before: GlobalEnv | null;
  /** Public templates bring variables whose values are entered later; an empty one keeps the value that is there. */
  mayBeEmpty?: boolean;
};

function readEnv(body: JsonObject, { before, mayBeEmpty = false }: Read): GlobalEnv {
  const key = before?.key ?? textOf(body["key"], "key") ?? "";
  if (!KEY.test(key)) throw badRequest("key is made of letters, digits and underscores");
  const given = textOf(body["value"], "value");
  const value = (mayBeEmpty ? given || before?.value : (given ?? before?.value)) ?? "";
  if (value === "" && !mayBeEmpty) throw badRequest("value is required");
  const { validate } = body;
  if (validate !== undefined && validate !== null && !isJsonObject(validate))
    throw badRequest("validate must be an object");
  const now = Math.floor(Date.now() / 1000);
  return {
    id: key,
    key,
    label: textOf(body["label"], "label") ?? before?.label ?? "",
    description: textOf(body["description"], "description") ?? before?.description ?? "",
    value,
    validate: validate === undefined ? before?.validate : validate === null ? null : stringifyJson(validate),
    created_at: before?.created_at ?? now,
    updated_at: now,
  };
}

/** Global variables in `.pipeline_variables`. */
export function createGlobalEnvs({ engine, places }: StoreParts): GlobalEnvs {
  const store = createSystemStore({ engine, places, index: SYSTEM.pipelineVariables, schema: GlobalEnvSchema });
  let known: readonly GlobalEnv[] = [];
  const memory = createShortMemory({ read: list, size: 1, ahead: true });

  async function list(): Promise<GlobalEnv[]> {
    const found = (await store.find({ match_all: {} }, MOST + 1)).sort((a, b) => (a.key < b.key ? -1 : 1));
    known = found;
    return found;
  }

  async function written(env: GlobalEnv): Promise<GlobalEnv> {
    await store.put(env.key, env);
    memory.forget();
    known = [...known.filter(({ key }) => key !== env.key), env];
    return env;
  }

  async function requireRoom(): Promise<void> {
    if ((await store.ids(MOST)).length >= MOST) throw badRequest(`there can be at most ${MOST} global variables`);
  }

  return {
    list,
    get: (key) => store.now(key),
    values: async () => Object.fromEntries((await memory.get("all")).map(({ key, value }) => [key, value])),
    secrets: () => known.flatMap(({ value }) => (value === "" ? [] : [value])),
    create: async (body) => {
      const env = readEnv(body, { before: null });
      await requireRoom();
      if (await store.now(env.key)) throw new HttpError(409, `there is a global variable ${env.key} already`);
      return written(env);
    },
    change: async (key, body) => {
      const before = await store.now(key);
      if (!before) throw notFound(`there is no global variable ${JSON.stringify(key)}`);
      return written(readEnv(body, { before }));
    },
    check: async (bodies) => {
      if (bodies.length === 0) return;
      const keys = new Set((await list()).map(({ key }) => key));
      for (const { key } of bodies.map((body) => readEnv(body, { before: null, mayBeEmpty: true }))) keys.add(key);
      if (keys.size > MOST) throw badRequest(`there can be at most ${MOST} global variables`);
    },
    put: async (body) => {
      const before = await store.now(textOf(body["key"], "key") ?? "");
      if (!before) await requireRoom();
      return written(readEnv(body, { before, mayBeEmpty: true }));
    },
    remove: async (key) => {
      const done = await store.remove(key);
      memory.forget();
      return done;
    },
  };
}

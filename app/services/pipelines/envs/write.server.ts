import { type JsonObject, type JsonValue, parseJson } from "@common/text/json";
import * as z from "zod";
import { contentHash } from "~/services/platform/changes/content-hash.server";
import { MASK } from "~/services/platform/changes/mask.server";
import type { Change } from "~/services/platform/changes/types";
import type { BackendClient } from "~/services/platform/http/client.server";
import { requireDone } from "~/services/platform/http/done.server";
import { BackendError } from "~/services/platform/http/errors.server";
import { apiPath } from "~/services/platform/http/path";
import { type EnvCheck, getEnv, type GlobalEnv } from "./read.server";

/** What is sent of a variable. */
export type EnvSent = Omit<GlobalEnv, "updatedAt">;

const common = { noun: "global variable", right: "pipelines:write" } as const;
const resource = ({ key, label }: Pick<EnvSent, "key" | "label">) => ({
  kind: "global-env",
  id: key,
  name: label === "" ? key : label,
});

function jsonOr(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** The check as servers take it: headers and body as values. */
export function sentCheck({ url, method, expected, headers, body }: EnvCheck): JsonObject {
  return {
    url,
    method: method === "" ? "GET" : method,
    ...(expected !== null && { expected_status: expected }),
    ...(headers.trim() !== "" && { headers: jsonOr(headers) }),
    ...(body.trim() !== "" && { body: jsonOr(body) }),
  };
}

const sent = ({ key, label, description, value, check }: EnvSent): JsonObject => ({
  key,
  label,
  description,
  value,
  validate: check && sentCheck(check),
});

/** A word that is another one as soon as anything of the variable is. */
export const envVersion = (env: EnvSent): string => contentHash(JSON.stringify(sent(env)));

// Its value is in no log and on no page; whether it is another one is told.
const told = (env: EnvSent, isNew: boolean): JsonObject => ({
  ...sent(env),
  value: isNew ? `${MASK} (new)` : `${MASK} (as before)`,
});
const masked = (env: EnvSent): JsonObject => ({ ...sent(env), value: MASK });

const keyOf = z.object({ key: z.string() });

/** Makes a variable. */
export function toCreateEnv(env: EnvSent): Change<void> {
  // What is empty is left out, as the published dashboard does.
  const { validate, ...rest } = sent(env);
  const body = { ...rest, ...(validate !== null && validate !== undefined && { validate }) };
  return {
    ...common,
    resource: resource(env),
    verb: "create",
    request: { method: "POST", path: "/_pipelines/env", json: { ...body, value: MASK } },
    read: ({ body: answer, failed }) => {
      if (!keyOf.safeParse(answer).success) throw failed("malformed");
    },
    call: async (http) => {
      const answer = await http.send({ method: "POST", path: "/_pipelines/env", json: body });
      if (!keyOf.safeParse(answer.body).success) requireDone(answer);
    },
    after: told(env, true),
    stored: (http) => storedOf(http, env),
    undo: () => ({ kind: "delete-global-env", value: { key: env.key, version: envVersion(env) } }),
  };
}

async function storedOf(http: BackendClient, env: EnvSent): Promise<JsonObject | null> {
  const found = await getEnv({ http }, env.key);
  return found === undefined ? null : told(found, found.value === env.value);
}

function conflict(path: string): BackendError {
  const detail = "It was changed in the meantime.";
  return new BackendError({ failure: { kind: "status", status: 409, method: "PUT", path, requestId: "", detail } });
}

/** Changes one, where it is still what it was: 409 where somebody changed it. */
export function toSaveEnv({ env, before }: { env: EnvSent; before: EnvSent }): Change<void> {
  const path = apiPath`/_pipelines/env/${env.key}`;
  const isNew = env.value !== before.value;
  return {
    ...common,
    resource: resource(env),
    verb: "update",
    request: { method: "PUT", path, json: masked(env) },
    read: requireDone,
    call: async (http) => {
      const now = await getEnv({ http }, env.key);
      if (now === undefined || envVersion(now) !== envVersion(before)) throw conflict(path);
      const answer = await http.send({ method: "PUT", path, json: sent(env) });
      if (!keyOf.safeParse(answer.body).success) requireDone(answer);
    },
    before: told(before, false),
    after: told(env, isNew),
    stored: async (http) => {
      const found = await getEnv({ http }, env.key);
      return found === undefined ? null : told(found, isNew && found.value === env.value);
    },
    undo: () => ({ kind: "save-global-env", value: { env: { ...before }, version: envVersion(env) } }),
  };
}

/** Deletes one. */
export function toDeleteEnv(env: EnvSent): Change<void> {
  return {
    ...common,
    resource: resource(env),
    verb: "delete",
    request: { method: "DELETE", path: apiPath`/_pipelines/env/${env.key}` },
    read: requireDone,
    before: masked(env),
    undo: () => ({ kind: "restore-global-env", value: { env: { ...env } } }),
  };
}

import type { JsonValue } from "@common/text/json";
import { isJsonObject, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { rowsOf } from "~/services/analytics/wire.server";
import { BackendError, isBackendError } from "~/services/platform/http/errors.server";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";

// Contract 40, 1.7: `GET /_pipelines/envs`, `/_pipelines/env/{key}`.

type Asker = Pick<Scope, "http">;

/** The request by which a variable is checked: headers and body as JSON text, empty where there are none. */
export type EnvCheck = { url: string; method: string; expected: number | null; headers: string; body: string };

/** A value that all pipelines may use. Times in ms; null where the server tells none. */
export type GlobalEnv = {
  key: string;
  label: string;
  description: string;
  value: string;
  check: EnvCheck | null;
  updatedAt: number | null;
};

const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value ?? "");
// Seconds; 0 stands for never.
const time = z.coerce
  .number()
  .nullish()
  .catch(null)
  .transform((seconds) => (seconds ? seconds * 1000 : null));
const isEmpty = (value: JsonValue) => isJsonObject(value) && Object.keys(value).length === 0;
// Servers want objects here, or a text.
const json = z
  .custom<JsonValue>()
  .nullish()
  .transform((value) => {
    if (value === null || value === undefined || isEmpty(value)) return "";
    return typeof value === "string" ? value : stringifyJson(value, 2);
  });

const checkSchema = z
  .object({
    url: text,
    method: text,
    expected_status: z.coerce.number().nullish().catch(null),
    headers: json,
    body: json,
  })
  .transform(({ expected_status, ...check }): EnvCheck => ({ ...check, expected: expected_status ?? null }))
  .nullish()
  .catch(null);

const envSchema = z
  .object({
    key: z.string(),
    label: text,
    description: text,
    value: z.coerce.string().catch(""),
    updated_at: time,
    validate: checkSchema,
  })
  .transform(({ updated_at, validate, ...env }): GlobalEnv => ({
    ...env,
    updatedAt: updated_at,
    check: validate && validate.url !== "" ? validate : null,
  }));

/** All global variables, by their key. Throws BackendError. */
export async function listEnvs({ http }: Asker): Promise<GlobalEnv[]> {
  const all = await http.call({ path: "/_pipelines/envs", schema: rowsOf(envSchema) });
  return all.sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** One by its key; undefined where it does not exist, or no longer. Throws BackendError. */
export async function getEnv({ http }: Asker, key: string): Promise<GlobalEnv | undefined> {
  try {
    return await http.call({ path: apiPath`/_pipelines/env/${key}`, schema: envSchema });
  } catch (error) {
    if (isBackendError(error, 404)) return undefined;
    throw error;
  }
}

/** The same, or the 404 of the frame. */
export async function requireEnv(scope: Pick<Scope, "http" | "context">, key: string): Promise<GlobalEnv> {
  const found = await getEnv(scope, key);
  if (found) return found;
  const path = apiPath`/_pipelines/env/${key}`;
  const detail = `There is no global variable called ${key}. It may have been deleted.`;
  const { requestId } = scope.context;
  throw new BackendError({ failure: { kind: "status", status: 404, method: "GET", path, requestId, detail } });
}

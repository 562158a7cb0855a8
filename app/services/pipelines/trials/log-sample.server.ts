import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { isBackendError } from "~/services/platform/http/errors.server";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";
import type { Sample } from "../trial.server";

// Contract: `GET /_pipeline/{id}/logs`, `GET /_pipelines/log/{id}?verbose=true`.

type Asker = Pick<Scope, "http">;

const messageSchema = z
  .object({
    body: z.custom<JsonValue>().optional(),
    headers: z.custom<JsonObject>(isJsonObject).nullish().catch(null),
    uri: z.string().nullish().catch(null),
  })
  .nullish()
  .catch(null);
const logSchema = z.object({ pipeline_id: z.string().nullish().catch(null), request: messageSchema });
const listSchema = z.object({
  logs: z
    .array(z.object({ id: z.string() }).nullable().catch(null))
    .nullish()
    .transform((logs) => (logs ?? []).flatMap((one) => one?.id ?? [])),
});

/** Headers that a run of one's own must not have: it is in the name of whoever runs it. */
export const isSecretHeader = (name: string): boolean => /^(authorization|cookie|proxy-authorization)$/i.test(name);

/** Headers are texts, or lists of them. What is masked in the log is left out. */
function headersIn(headers: JsonObject): Record<string, string> {
  const read = Object.entries(headers).flatMap(([name, value]) => {
    const [first] = [value].flat();
    return isSecretHeader(name) || typeof first !== "string" || first.includes("•") ? [] : [[name, first] as const];
  });
  return Object.fromEntries(read);
}

/** The request of a kept run, to be tried again; undefined where the run is gone or is another pipeline's. Throws BackendError. */
export async function readLogSample(
  { http }: Asker,
  { id, log }: { id: string; log: string },
): Promise<Sample | undefined> {
  try {
    const { pipeline_id, request } = await http.call({
      path: apiPath`/_pipelines/log/${log}`,
      query: { verbose: "true" },
      schema: logSchema,
    });
    if (!request || (pipeline_id && pipeline_id !== id)) return undefined;
    const { body = "" } = request;
    return {
      body: body === null ? "" : typeof body === "string" ? body : stringifyJson(body),
      headers: headersIn(request.headers ?? {}),
      envs: {},
    };
  } catch (error) {
    if (isBackendError(error, 404)) return undefined;
    throw error;
  }
}

/** The ids of the last kept runs of a pipeline, the newest first. Throws BackendError. */
export async function listLogIds({ http }: Asker, { id, size }: { id: string; size: number }): Promise<string[]> {
  const { logs } = await http.call({
    path: apiPath`/_pipeline/${id}/logs`,
    query: { size: String(size), from: "0" },
    schema: listSchema,
  });
  return logs.slice(0, size);
}

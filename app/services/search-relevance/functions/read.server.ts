import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { type ShownAnswer, shownAnswer } from "~/lib/json/answer.server";
import { indentJson } from "~/lib/json/layout";
import { masked } from "~/services/platform/changes/mask.server";
import { BackendError, isBackendError } from "~/services/platform/http/errors.server";
import { isNotOffered, whereOffered } from "~/services/platform/http/not-offered.server";
import { apiPath } from "~/services/platform/http/path";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";

/**
 * A function of a server: code in a container that rules call. `stored` is all that the server keeps of it, secrets
 * included: not for pages.
 */
export type ServerFunction = {
  name: string;
  image: string;
  enabled: boolean;
  /** Its place among the others; null where the server tells none. */
  order: number | null;
  /** What sets it off, on one line; empty where the server tells nothing. */
  trigger: string;
  /** What it gets with each call, as JSON on lines and without secrets; null for nothing. */
  payload: string | null;
  /** The ids of rules that call it. */
  rules: string[];
  invocations: number | null;
  /** How many of it run; "pending" while the server starts it. */
  replicas: number | "pending" | null;
  stored: JsonObject;
};

const object = z.custom<JsonObject>(isJsonObject);
const count = z.coerce.number().nullish().catch(null);
const factsSchema = z.object({
  function: z.looseObject({ service: z.string().min(1), image: z.string().nullish().catch(null) }),
  enabled: z.boolean().nullish().catch(null),
  order: count,
  queryRules: z.array(z.string()).nullish().catch(null),
  invocationCount: count,
  availableReplicas: count,
});

function triggerOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  if (!isJsonObject(value)) return stringifyJson(value);
  const parts = [value["type"], value["expression"]].flatMap((part) =>
    typeof part === "string" && part !== "" ? [part] : [],
  );
  return parts.length > 0 ? parts.join(": ") : stringifyJson(value);
}

const isNothing = (value: JsonValue | undefined) =>
  value === undefined || value === null || value === "" || stringifyJson(value) === "{}";

const functionSchema = object.transform((stored, context): ServerFunction => {
  const { data } = factsSchema.safeParse(stored);
  if (data === undefined) {
    context.addIssue({ code: "custom", message: "no function" });
    return z.NEVER;
  }
  const payload = stored["extraRequestPayload"];
  const running = data.availableReplicas ?? null;
  return {
    name: data.function.service,
    image: data.function.image ?? "",
    enabled: data.enabled !== false,
    order: data.order ?? null,
    trigger: triggerOf(stored["trigger"]),
    payload: payload === undefined || isNothing(payload) ? null : indentJson(stringifyJson(masked(payload))),
    rules: data.queryRules ?? [],
    invocations: data.invocationCount ?? null,
    replicas: running === null ? null : running < 0 ? "pending" : running,
    stored,
  };
});
const listSchema = z
  .array(functionSchema)
  .nullable()
  .transform((list) => list ?? []);

/** The functions in the server's order; null where it has none at all, as all newer ones. Throws BackendError. */
export function listFunctions({ http }: Pick<Scope, "http">): Promise<ServerFunction[] | null> {
  return whereOffered(http.call({ path: "/_functions", schema: listSchema }));
}

/** Their names, for links and choices beside something else: null where the server has none, or does not tell. */
export async function functionNames(scope: Pick<Scope, "http">): Promise<string[] | null> {
  const listed = await settle(listFunctions(scope));
  return listed.ok && listed.value !== null ? listed.value.map(({ name }) => name) : null;
}

/** One by its name; null on a server without functions. Throws BackendError, with 404 for an unknown name. */
export async function getFunction(scope: Pick<Scope, "http">, name: string): Promise<ServerFunction | null> {
  try {
    return await scope.http.call({ path: apiPath`/_function/${name}`, schema: functionSchema });
  } catch (error) {
    if (!isBackendError(error) || !isNotOffered(error.failure)) throw error;
    // A server without functions answers as one that has none of this name.
    if ((await listFunctions(scope)) === null) return null;
    const detail = `There is no function called ${name}. It may have been deleted.`;
    throw new BackendError({ failure: { ...error.failure, kind: "status", status: 404, detail } });
  }
}

/** The last lines that it printed. Throws BackendError. */
export async function readFunctionLogs({ http }: Pick<Scope, "http">, name: string): Promise<ShownAnswer> {
  const { text } = await http.send({ path: apiPath`/_function/${name}/logs`, query: { tail: 100 } });
  return shownAnswer(text);
}

/** Asks whether what runs the functions is well. Throws BackendError where it is not. */
export async function checkFunctions({ http }: Pick<Scope, "http">): Promise<true> {
  await http.send({ path: "/_functions/health" });
  return true;
}

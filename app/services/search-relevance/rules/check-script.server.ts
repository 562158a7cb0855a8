import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { indentJson } from "~/lib/json/layout";
import { isBackendError } from "~/services/platform/http/errors.server";
import { settle } from "~/services/platform/http/settle.server";
import { listFields } from "~/services/indices/mappings/get.server";
import { defaultSearchFields } from "~/services/data/search/fields";
import type { Scope } from "~/session/scope.server";

/**
 * What became of trying a script: its fault, what it printed, and what it made of the request and the response; null
 * where it left none.
 */
export type ScriptCheck = {
  ok: boolean;
  message: string;
  lines: string[];
  request: string | null;
  response: string | null;
};

const object = z.custom<JsonObject>(isJsonObject);
const logs = z.object({ console_logs: z.array(z.string()).nullish() });
const checkedSchema = logs.extend({
  script_took: z.number().nullish(),
  request: object.nullish().catch(null),
  response: object.nullish().catch(null),
});

const MOST_SHOWN = 4000;

const shown = (value: JsonValue | undefined): string | null => {
  if (value === undefined || value === null || value === "") return null;
  const text = typeof value === "string" ? value : indentJson(stringifyJson(value));
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}\n…` : text;
};

type Sample = {
  /** What the sample request searches for. */ text: string;
  /** Searched for real where it is given. */ index: string;
  /** What the script gets as `envs`. */ envs: JsonObject;
  isCron: boolean;
};

/**
 * Runs a script on a sample request, so that its syntax, what it prints and what it changes is known. Throws
 * BackendError for anything but a refused script.
 */
export async function checkScript(
  { http }: Pick<Scope, "http">,
  script: string,
  { text, index, envs, isCron }: Sample,
): Promise<ScriptCheck> {
  const fields = index === "" ? null : await settle(listFields({ http }, index));
  const dataField = fields?.ok === true ? { dataField: defaultSearchFields(fields.value).map(({ path }) => path) } : {};
  const request = {
    body: { query: [{ id: "search", type: "search", ...dataField, value: text === "" ? "example" : text }] },
    headers: {},
  };
  const json = {
    script,
    request,
    envs: { ...envs, ...(index === "" ? {} : { index: index.split(",").map((name) => name.trim()) }) },
    ...(isCron ? { isCron } : {}),
  };
  try {
    const { body } = await http.send({ method: "POST", path: "/_script/validate", json });
    const { data } = checkedSchema.safeParse(body);
    const message = `Ran in ${data?.script_took ?? 0} ms.`;
    return {
      ok: true,
      message,
      lines: data?.console_logs ?? [],
      request: shown(data?.request?.["body"]),
      response: shown(data?.response?.["body"]),
    };
  } catch (error) {
    if (!isBackendError(error)) throw error;
    const lines = logs.safeParse(error.body).data?.console_logs ?? [];
    return {
      ok: false,
      message: error.failure.detail ?? "The server gave no reason.",
      lines,
      request: null,
      response: null,
    };
  }
}

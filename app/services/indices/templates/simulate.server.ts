import { isJsonObject, type JsonObject, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { indentJson } from "~/lib/json/layout";
import { whereOffered } from "~/services/platform/http/not-offered.server";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";

const answerSchema = z.object({ template: z.custom<JsonObject>(isJsonObject).optional() });

/**
 * The settings, mappings and aliases that a new index of this name would get from its index template, with the
 * component templates laid under it, as JSON on lines. Null where no index template fits (legacy ones are not told), or
 * where the server does not offer it. Throws BackendError.
 */
export async function simulatedIndex({ http }: Pick<Scope, "http">, name: string): Promise<string | null> {
  const answer = await whereOffered(
    http.call({ method: "POST", path: apiPath`/_index_template/_simulate_index/${name}`, schema: answerSchema }),
  );
  return answer?.template === undefined ? null : indentJson(stringifyJson(answer.template));
}

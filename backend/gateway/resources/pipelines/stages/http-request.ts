import { type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import { HttpError } from "@backend/gateway/platform/http/errors";
import type { Scripts } from "@backend/gateway/resources/search-relevance/rules/scripts/service";
import type { FetchCall } from "@backend/gateway/resources/search-relevance/rules/scripts/types";
import type { SentResponse, StageWork } from "../run/types";
import { headersOf, methodOf, ownCall, paramsOf } from "./own-call";
import type { StageServices } from "./services";

/**
 * The answer of an address that the operator allows (`SCRIPT_ALLOWED_URLS`); redirects are not followed. Throws 502
 * with a sentence where it is not allowed, too slow, too long or not there.
 */
export async function fetchedBy(scripts: Pick<Scripts, "fetch">, call: FetchCall): Promise<SentResponse> {
  const answer = await scripts.fetch(call);
  if ("error" in answer) throw new HttpError(502, answer.error);
  if (answer.status >= 300 && answer.status < 400)
    throw new HttpError(502, `${call.url} redirects, which is not followed`);
  return { code: answer.status, headers: { ...answer.headers }, body: answer.body };
}

function valueIn(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** Calls an address, or a path of this server; what it answers stands under the stage, as JSON where it is some. */
export function httpRequest(services: StageServices): StageWork {
  return async (run, { inputs }) => {
    const { url, method, body, headers, params } = inputs;
    if (typeof url !== "string" || url.trim() === "") throw new HttpError(400, "url is missing");
    const verb = methodOf(typeof method === "string" && method !== "" ? method : "GET");
    const text = body === undefined || body === null ? "" : typeof body === "string" ? body : stringifyJson(body);
    const isOwn = url.startsWith("/");
    const [query, named] = [paramsOf(params), headersOf(headers, { toSelf: isOwn })];
    const answer = isOwn
      ? await ownCall(run, services, { method: verb, path: url, query, headers: named, body: text })
      : await fetchedBy(services.scripts, {
          url: `${url}${url.includes("?") ? query.replace("?", "&") : query}`,
          method: verb,
          headers: named,
          body: text === "" ? null : text,
        });
    if (answer.code >= 400) throw new HttpError(502, `${url} answered ${answer.code}`);
    return valueIn(answer.body);
  };
}

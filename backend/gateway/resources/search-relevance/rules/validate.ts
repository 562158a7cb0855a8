import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import { type Handler, HANDLERS, HANDLERS_OF } from "@common/search-relevance/rule-kinds";
import { checkIndices, splitIndices } from "@backend/gateway/platform/access/indices";
import { heldBy, reachesSystem } from "@backend/gateway/platform/access/runs-as";
import { ownerOf } from "@backend/gateway/platform/held/shares";
import { badRequest, HttpError, statusText, unauthorized } from "@backend/gateway/platform/http/errors";
import { json, type Reply } from "@backend/gateway/platform/http/reply";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import { createRunSearch } from "../../data/reactivesearch/run";
import type { Services } from "@backend/gateway/services";
import { requireMaySearch } from "../../data/stored-queries/rights";
import { objectOr } from "./schema";
import { triedRequest } from "./search/made-request";
import {
  cronBy,
  type Exchange,
  mayHave,
  requestBy,
  responseBy,
  ScriptError,
  type ScriptRequest,
  type ScriptResponse,
} from "./scripts/exchange";
import { CRON_TRIAL_LIMITS } from "./scripts/types";

/** What `envs.acl` names where documents are written. */
const WRITING: readonly unknown[] = ["bulk", "create", "update", "index"];

function readGiven(text: string): JsonObject {
  let value: JsonValue;
  try {
    value = parseJson(text);
  } catch {
    throw new HttpError(422, "Can't parse request body");
  }
  if (!isJsonObject(value)) throw new HttpError(422, "Can't parse request body");
  return value;
}

function textOf(body: JsonValue | undefined): string {
  if (body === undefined || body === null) return "{}";
  return typeof body === "string" ? body : stringifyJson(body);
}

function shown(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function headersOf(value: JsonValue | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(objectOr(value)).map(([name, one]) => [name, typeof one === "string" ? one : stringifyJson(one)]),
  );
}

function indicesOf(envs: JsonObject): string[] {
  return splitIndices(
    [envs["index"]]
      .flat()
      .filter((one) => typeof one === "string")
      .join(","),
  );
}

// As on saving: a script none of whose functions would run is not valid. By its text alone, for it runs below.
function requireHandler(script: string, handlers: readonly Handler[], mayRunOutside: boolean): void {
  if (handlers.some((name) => mayHave(script, name))) return;
  const others = HANDLERS.filter((name) => mayHave(script, name));
  if (others.length > 0)
    throw new ScriptError(`${others.join(" and ")} does not run here: name the function ${handlers.join(" or ")}`, []);
  if (!mayRunOutside) throw new ScriptError(`the script has no function ${handlers.join(" or ")}`, []);
}

/**
 * `POST /_script/validate`: runs a script that is not kept on what the call gives. A query that comes with an index
 * really runs, in the caller's name.
 */
export function createValidate(services: Parameters<typeof createRunSearch>[0] & Pick<Services, "scripts">) {
  const runSearch = createRunSearch(services);

  async function responseFor({
    given,
    envs,
    request,
    context,
  }: {
    given: JsonObject;
    envs: JsonObject;
    request: ScriptRequest;
    context: SignedContext;
  }): Promise<ScriptResponse> {
    const response = objectOr(given["response"]);
    const indices = indicesOf(envs);
    const body = shown(request.body);
    const isSearch = isJsonObject(body) && Array.isArray(body["query"]) && !WRITING.includes(envs["acl"]);
    const code = typeof response["code"] === "number" ? response["code"] : 200;
    if (!isSearch || indices.length === 0)
      return { code, body: textOf(response["body"]), headers: headersOf(response["headers"]) };
    requireMaySearch(context.caller);
    // Who wrote the script may be another one than who tries it: it reaches no system index, calls no endpoint and
    // stays in the indices that the trial names.
    const held: SignedContext = { ...context, behalf: { authors: [], made: true } };
    if (await reachesSystem(indices, services.reIndexed.behindAliases))
      throw unauthorized(`scripts cannot access [${indices.join(" ")}] index/indices`);
    for (const caller of heldBy(held)) checkIndices(caller, indices);
    const tried = triedRequest(request.body, indices);
    return {
      code: 200,
      body: await runSearch(held, { index: indices.join(","), body: tried }),
      headers: headersOf(response["headers"]),
    };
  }

  async function answerFor(given: JsonObject, script: string, context: SignedContext): Promise<Reply> {
    const { scripts } = services;
    const envs = objectOr(given["envs"]);
    const asked = objectOr(given["request"]);
    const request: ScriptRequest = { body: textOf(asked["body"]), headers: headersOf(asked["headers"]) };
    const logs: string[] = [];
    const lane = "trial" as const;
    const owner = ownerOf(context.caller);
    requireHandler(script, given["isCron"] === true ? HANDLERS_OF.cron : HANDLERS_OF.always, given["isCron"] === true);
    if (given["isCron"] === true) {
      const ran = await cronBy(scripts, {
        script,
        exchange: { request, envs },
        limits: CRON_TRIAL_LIMITS,
        lane,
        owner,
      });
      return json({
        request: {},
        response: { code: 200, body: ran.value, headers: {}, console: ran.logs },
        script_took: Math.round(ran.took),
        console_logs: ran.logs,
      });
    }
    const before = await requestBy(scripts, { script, exchange: { request, envs }, lane, owner });
    logs.push(...before.logs);
    try {
      const response = await responseFor({ given, envs, request: before.value, context });
      const exchange: Exchange & { response: ScriptResponse } = { request: before.value, response, envs };
      const after = await responseBy(scripts, { script, exchange, lane, owner });
      logs.push(...after.logs);
      const { code, body, headers } = after.value;
      return json({
        request: { body: shown(before.value.body), headers: before.value.headers },
        response: { code, body: shown(body), headers, console: logs },
        script_took: Math.round(before.took + after.took),
        console_logs: logs,
      });
    } catch (error) {
      // What the first half printed is told with the fault of the second.
      if (error instanceof ScriptError) throw new ScriptError(error.message, [...logs, ...error.logs]);
      throw error;
    }
  }

  return async (context: SignedContext): Promise<Reply> => {
    const given = readGiven(await context.text());
    const { script } = given;
    if (typeof script !== "string" || script.trim() === "") throw badRequest("Script can not be empty");
    try {
      return await answerFor(given, script, context);
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      return json(
        { error: { code: 400, status: statusText(400), message: error.message }, console_logs: error.logs },
        400,
      );
    }
  };
}

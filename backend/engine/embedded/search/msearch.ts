import { isJsonObject, type JsonObject } from "@common/text/json";
import { EngineError, illegalArgument } from "../errors";
import { parseBody } from "../http/json-errors";
import type { AnswerValue } from "../http/raw-json";
import type { RouteContext } from "../http/types";
import { located } from "./answer/locate";
import { tokenOf } from "../query/parse/errors";
import { resolveOptions } from "./request/options";
import { cacheKey } from "./request/request-cache";
import { readRequest, search } from "./search";
import type { ResponseOptions } from "./answer/response";
import type { SearchRequest } from "./types";

type Item = { index: string | undefined; header: JsonObject; request: SearchRequest; text: string };

const HEADER_KEYS = [
  "index",
  "indices",
  "type",
  "search_type",
  "searchType",
  "preference",
  "routing",
  "allow_partial_search_results",
  "request_cache",
  "requestCache",
  "expand_wildcards",
  "expandWildcards",
  "ignore_unavailable",
  "ignoreUnavailable",
  "allow_no_indices",
  "allowNoIndices",
  "ignore_throttled",
  "ccs_minimize_roundtrips",
  "max_concurrent_shard_requests",
  "cancel_after_time_interval",
  "cancelAfterTimeInterval",
];

function objectLine(line: string): JsonObject {
  const value = line.trim() === "" ? {} : parseBody(line);
  if (!isJsonObject(value))
    throw new EngineError(400, "parsing_exception", `Expected [START_OBJECT] but found [${tokenOf(value)}]`, {
      details: { line: 1, col: 1 },
    });
  return value;
}

function indexOf(header: JsonObject, otherwise: string | undefined): string | undefined {
  const given = header["index"] ?? header["indices"];
  if (typeof given === "string") return given;
  if (Array.isArray(given)) return given.map(String).join(",");
  return otherwise;
}

/** Reads the pairs of header and body. One that cannot be read fails the whole call, as in Elasticsearch. */
function readItems(context: RouteContext): Item[] {
  const text = context.text();
  if (text.trim() === "") throw new EngineError(400, "parse_exception", "request body or source parameter is required");
  if (!text.endsWith("\n")) throw illegalArgument("The msearch request must be terminated by a newline [\n]");
  const lines = text.split(/\r?\n/);
  lines.pop();
  const items: Item[] = [];
  for (let at = 0; at < lines.length;) {
    const head = lines[at++]!;
    // A blank line may stand for an empty header; at the very end it is no search.
    if (at >= lines.length) break;
    const header = objectLine(head);
    for (const key of Object.keys(header)) {
      if (!HEADER_KEYS.includes(key)) throw illegalArgument(`key [${key}] is not supported in the metadata section`);
    }
    const line = lines[at++] ?? "";
    if (line.trim() === "")
      throw new EngineError(400, "parsing_exception", "Expected [START_OBJECT] but found [null]", {
        details: { line: 1, col: 1 },
      });
    const body = objectLine(line);
    let request: SearchRequest;
    try {
      request = readRequest(body, {});
    } catch (error) {
      throw located(error, { body, text: line });
    }
    items.push({ index: indexOf(header, context.params["index"]), header, request, text: line });
  }
  if (items.length === 0)
    throw new EngineError(400, "action_request_validation_exception", "Validation Failed: 1: no requests added;");
  return items;
}

/** Several searches in one call; what fails after reading is said in its place. */
export async function multiSearch(
  context: RouteContext,
  options: ResponseOptions,
): Promise<{ [key: string]: AnswerValue }> {
  const started = performance.now();
  const responses: AnswerValue[] = [];
  const otherwise = resolveOptions(context.query);
  for (const { index, header, request, text } of readItems(context)) {
    try {
      const targets = context.engine.indices.resolve(index, { ...otherwise, ...resolveOptions(header) });
      const key = cacheKey({ engine: context.engine, parameters: header, text });
      responses.push({
        ...(await search({ indices: context.engine.indices, targets, request, signal: context.signal, options, key })),
        status: 200,
      });
    } catch (error) {
      if (!(error instanceof EngineError) || error.type === "task_cancelled_exception") throw error;
      const body = error.toBody();
      responses.push(isJsonObject(body) ? { ...body } : body);
    }
  }
  return { took: Math.round(performance.now() - started), responses };
}

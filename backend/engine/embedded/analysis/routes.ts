import type { JsonObject, JsonValue } from "@common/text/json";
import { EngineError } from "../errors";
import type { EngineState, Route, RouteContext } from "../http/types";
import { answerAnalyze, readAnalyzeRequest, type AnalyzeTarget } from "./analyze";
import { budgetFor } from "../budget";
import { createAnalysis } from "./create-analysis";
import type { Analysis } from "./types";

let builtIn: Analysis | undefined;

function request(context: RouteContext): JsonObject {
  const body = context.json();
  const parameters: JsonObject = { ...context.query };
  if (body === undefined && Object.keys(parameters).length === 0)
    throw new EngineError(400, "parse_exception", "request body or source parameter is required");
  if (body !== undefined && (typeof body !== "object" || body === null || Array.isArray(body)))
    throw new EngineError(400, "parse_exception", "request body must be an object");
  const given: JsonObject = body === undefined ? {} : context.object();
  return { ...parameters, ...given };
}

async function analyze(context: RouteContext): Promise<{ body: JsonValue }> {
  const name = context.params["index"];
  const asked = readAnalyzeRequest(request(context), name !== undefined);
  let target: AnalyzeTarget = { analysis: (builtIn ??= createAnalysis({})), global: true };
  if (name !== undefined) {
    const [found, ...others] = context.engine.indices.resolve(name);
    if (!found || others.length > 0)
      throw new EngineError(
        400,
        "illegal_argument_exception",
        `Alias [${name}] has more than one index associated with it, can't execute a single index op`,
      );
    target = {
      analysis: found.index.analysis,
      mapping: found.index.mapping,
      global: false,
      maxTokens: Number(found.index.settings.get("index.analyze.max_token_count") ?? 10_000),
    };
  }
  return { body: await budgetFor({ signal: context.signal }).finish(answerAnalyze(asked, target)) };
}

const query = ["analyzer", "tokenizer", "filter", "char_filter", "field", "normalizer", "text", "explain"];

/** `_analyze` with and without an index. */
export const routes: Route<EngineState>[] = [
  { methods: ["GET", "POST"], path: "/_analyze", query, handler: analyze },
  { methods: ["GET", "POST"], path: "/{index}/_analyze", query, handler: analyze },
];

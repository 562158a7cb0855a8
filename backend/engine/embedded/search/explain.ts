import { isJsonObject, type JsonObject } from "@common/text/json";
import { EngineError, illegalArgument } from "../errors";
import type { AnswerValue } from "../http/raw-json";
import type { IndexResolver, ResolvedIndex } from "../index/types";
import { readRequest, search } from "./search";

type Parameters = Readonly<Record<string, string>>;

type ExplainCall = {
  indices: IndexResolver;
  targets: readonly ResolvedIndex[];
  expression: string;
  id: string;
  query: JsonObject | undefined;
  /** Those that ask for the document beside its explanation (`_source`, `stored_fields`). */
  shown: Parameters;
  signal: AbortSignal;
};

/** The URL parameters that ask for the document itself. */
export const SHOWING = ["_source", "_source_includes", "_source_excludes", "stored_fields"] as const;

/** What Lucene says of a document that no clause finds; which clause it was is not told here. */
const NO_MATCH = { value: 0, description: "no matching term", details: [] };

function firstHit(answer: unknown): Record<string, AnswerValue> | undefined {
  if (!isJsonObject(answer) || !isJsonObject(answer["hits"]) || !Array.isArray(answer["hits"]["hits"]))
    return undefined;
  const [hit] = answer["hits"]["hits"];
  return isJsonObject(hit) ? hit : undefined;
}

/** The document as `get` shows it, where a parameter asks for it. */
function got(hit: Record<string, AnswerValue>, shown: Parameters): Record<string, AnswerValue> {
  const asked = SHOWING.some((name) => shown[name] !== undefined && !(name === "_source" && shown[name] === "false"));
  if (!asked) return {};
  const { _seq_no, _primary_term, _source } = hit;
  return { get: { _seq_no, _primary_term, found: true, ...(_source !== undefined && { _source }) } };
}

/**
 * `_explain`: why a document matches a query, or that it does not. Throws where the expression leads to more than one
 * index.
 */
export async function explainDocument({
  indices,
  targets,
  expression,
  id,
  query,
  shown,
  signal,
}: ExplainCall): Promise<{ status: number; body: AnswerValue }> {
  if (!query)
    throw new EngineError(400, "action_request_validation_exception", "Validation Failed: 1: query is missing;");
  const [target, ...others] = targets;
  if (!target || others.length > 0)
    throw illegalArgument(
      `Alias [${expression}] has more than one index associated with it [${targets.map(({ index }) => index.name).join(", ")}], can't execute a single index op`,
    );
  // The filter after the query leaves the query's own scores and words as they are.
  const wanted = Object.keys(shown).length > 0 ? shown : { _source: "false" };
  const found = async (body: JsonObject) =>
    firstHit(
      await search({
        indices,
        targets: [target],
        request: readRequest({ ...body, size: 1, track_total_hits: false, seq_no_primary_term: true }, wanted),
        signal,
        options: { totalAsInteger: false, typedKeys: false },
      }),
    );
  const only: JsonObject = { ids: { values: [id] } };
  const hit = await found({ query, post_filter: only, explain: true });
  const head = { _index: target.index.name, _id: id };
  if (hit)
    return {
      status: 200,
      body: { ...head, matched: true, explanation: hit["_explanation"] ?? NO_MATCH, ...got(hit, shown) },
    };
  const exists = await found({ query: only });
  return exists
    ? { status: 200, body: { ...head, matched: false, explanation: NO_MATCH, ...got(exists, shown) } }
    : { status: 404, body: { ...head, matched: false } };
}

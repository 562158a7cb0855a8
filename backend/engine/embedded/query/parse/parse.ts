import { SEARCH_LIMITS } from "@common/limits/search";
import { isJsonObject, type JsonValue } from "@common/text/json";
import { EngineError, illegalArgument } from "../../errors";
import type { LuceneNode, ParseContext, Query, QueryParser, RewriteContext } from "../types";
import { didYouMean, DslError, dslError, emptyClause } from "./errors";
import type { CommonSettings } from "./values";

/** Queries inside queries, at most (`indices.query.bool.max_nested_depth`). */
const MAX_DEPTH = SEARCH_LIMITS.queryDepth.most;

const parsers = new Map<string, QueryParser>();

/** Adds query families to the table: name in the query language → parser. */
export function registerQueries(table: Readonly<Record<string, QueryParser>>): void {
  for (const [name, parser] of Object.entries(table)) parsers.set(name, parser);
}

/** Makes a query whose rewrite gets its boost and name put around it. */
export function makeQuery(
  type: string,
  settings: CommonSettings,
  rewrite: (context: RewriteContext) => LuceneNode,
): Query {
  return {
    type,
    ...settings,
    rewrite(context) {
      const node = rewrite(context);
      const weighted = settings.boost === 1 ? node : { ...node, boost: node.boost * settings.boost };
      return settings.name === undefined ? weighted : { kind: "named", boost: 1, name: settings.name, query: weighted };
    },
  };
}

/** Reads a query of the query language. Throws EngineError in Elasticsearch's words. */
export function parseQuery(body: JsonValue, context: ParseContext = { depth: 0 }): Query {
  if (!isJsonObject(body)) throw dslError("[_na] query malformed, must start with start_object");
  const entries = Object.entries(body);
  const [first, second] = entries;
  if (!first) throw emptyClause(body);
  const [type, inner] = first;
  if (!isJsonObject(inner))
    throw dslError(`[${type}] query malformed, no start_object after query name`, { holder: body, key: type });
  const parser = parsers.get(type);
  if (!parser) {
    const cause = new EngineError(400, "named_object_not_found_exception", `unknown field [${type}]`);
    throw new DslError(
      "parsing_exception",
      `unknown query [${type}]${didYouMean(type, parsers.keys())}`,
      { holder: body, key: type },
      "details",
      cause,
    );
  }
  if (context.depth >= MAX_DEPTH)
    throw illegalArgument(
      `The nested depth of the query exceeds the maximum nested depth for queries set in [${MAX_DEPTH}]`,
    );
  const query = parser(inner, { depth: context.depth + 1 });
  if (second)
    throw dslError(`[${type}] malformed query, expected [END_OBJECT] but found [FIELD_NAME]`, {
      holder: body,
      key: second[0],
    });
  return query;
}

import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { EngineError, illegalArgument } from "../../errors";
import { nestedSnapshot } from "../core/levels";
import { noneNode } from "../core/nodes";
import { dslError } from "../parse/errors";
import { readInnerHits } from "../parse/inner-hits";
import { makeQuery, parseQuery } from "../parse/parse";
import { booleanOf, commonSettings, objectBody, textOf } from "../parse/values";
import type { LuceneNode, NestedScoreMode, ParseContext, Query, QueryParser, RewriteContext } from "../types";

const OBJECTS = ["query", "inner_hits"];
const VALUES = ["path", "boost", "ignore_unmapped", "score_mode", "_name"];

function checkKeys(settings: JsonObject): void {
  for (const [key, value] of Object.entries(settings)) {
    const known = isJsonObject(value) ? OBJECTS : VALUES;
    if (Array.isArray(value) || !known.includes(key))
      throw dslError(`[nested] query does not support [${key}]`, { holder: settings, key });
  }
}

function scoreModeOf(value: JsonValue | undefined): NestedScoreMode {
  const mode = value === undefined ? "avg" : textOf(value);
  if (mode === "none" || mode === "min" || mode === "max" || mode === "avg" || mode === "sum") return mode;
  throw illegalArgument(`No score mode for child query [${mode ?? ""}] found`);
}

function illegalState(reason: string): EngineError {
  return new EngineError(400, "illegal_state_exception", reason);
}

/** True where the path is a nested field; false where it may be none. Throws where it should be one. */
function isNestedPath({ index }: RewriteContext, path: string, ignoreUnmapped: boolean): boolean {
  const { mapping } = index;
  if (mapping.isNested(path)) return true;
  if (mapping.isObject(path)) throw illegalState(`[nested] nested object under path [${path}] is not of nested type`);
  if (ignoreUnmapped) return false;
  throw illegalState(`[nested] failed to find nested object under path [${path}]`);
}

function nested(body: JsonValue, context: ParseContext): Query {
  const settings = objectBody("nested", body);
  checkKeys(settings);
  const path = textOf(settings["path"]);
  const inner = settings["query"];
  const query = inner === undefined ? undefined : parseQuery(inner, context);
  const scoreMode = scoreModeOf(settings["score_mode"]);
  const hits = settings["inner_hits"] === undefined ? undefined : readInnerHits(settings["inner_hits"], path ?? "");
  if (path === undefined) throw illegalArgument("[nested] requires 'path' field");
  if (query === undefined) throw illegalArgument("[nested] requires 'query' field");
  const ignoreUnmapped = settings["ignore_unmapped"] !== undefined && booleanOf(settings["ignore_unmapped"]);
  return makeQuery("nested", commonSettings(settings), (rewrite): LuceneNode => {
    if (!isNestedPath(rewrite, path, ignoreUnmapped)) return noneNode(`no nested objects under [${path}]`);
    const within = { ...rewrite, snapshot: nestedSnapshot(rewrite.snapshot, path) };
    return { kind: "nested", boost: 1, path, scoreMode, query: query.rewrite(within), inner: hits };
  });
}

/** Queries of the objects of nested fields. */
export const nestedQueries: Readonly<Record<string, QueryParser>> = { nested };

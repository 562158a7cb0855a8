import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { illegalArgument } from "../../errors";
import { ClauseError, contentError, didYouMean, DslError, dslError, tokenOf } from "../../query/parse/errors";
import { booleanOf, textOf } from "../../query/parse/values";
import type { CollapseRequest, InnerHitsRequest, SearchRequest } from "../types";

/** Reads the body of a search; given by who reads those, since hits inside of hits are read as a search is. */
type ReadBody = (body: JsonObject) => SearchRequest;

/** Hits inside of a hit, where no number is asked for. */
const INNER_SIZE = 3;

const AS_SEARCH = [
  "from",
  "size",
  "explain",
  "version",
  "seq_no_primary_term",
  "track_scores",
  "stored_fields",
  "docvalue_fields",
  "fields",
  "sort",
  "_source",
  "highlight",
  "collapse",
];
const INNER_KEYS = ["name", "ignore_unmapped", "script_fields", ...AS_SEARCH];
const COLLAPSE_KEYS = ["field", "inner_hits", "max_concurrent_group_searches"];

function refuseOthers(where: string, body: JsonObject, known: readonly string[]): void {
  const unknown = Object.keys(body).find((key) => !known.includes(key));
  if (unknown !== undefined)
    throw contentError(`[${where}] unknown field [${unknown}]${didYouMean(unknown, known)}`, {
      holder: body,
      key: unknown,
    });
}

/** Reads `inner_hits`. Throws EngineError in Elasticsearch's words for what it does not know. */
export function parseInnerHits(body: JsonValue, readBody: ReadBody): InnerHitsRequest {
  if (!isJsonObject(body)) throw dslError(`Expected [START_OBJECT] but found [${tokenOf(body)}]`);
  refuseOthers("inner_hits", body, INNER_KEYS);
  if (body["script_fields"] !== undefined) throw illegalArgument("[script_fields] is not supported by this engine");
  const { collapse } = body;
  // Groups inside of a group have no lists of their own.
  if (
    collapse !== undefined &&
    !(isJsonObject(collapse) && Object.keys(collapse).length === 1 && typeof collapse["field"] === "string")
  ) {
    const inner = dslError("Invalid token in the inner collapse", { holder: body, key: "collapse" });
    throw new ClauseError(
      "[inner_hits] failed to parse field [collapse]",
      { holder: body, key: "collapse" },
      inner,
      true,
    );
  }
  const asked = Object.fromEntries(Object.entries(body).filter(([key]) => AS_SEARCH.includes(key)));
  return {
    name: textOf(body["name"]),
    ignoreUnmapped: body["ignore_unmapped"] !== undefined && booleanOf(body["ignore_unmapped"]),
    request: readBody({ size: INNER_SIZE, ...asked }),
  };
}

/** Reads one list of a group, whose errors are told inside of the group's own. */
function ofGroup(one: JsonValue, { body, readBody }: { body: JsonObject; readBody: ReadBody }): InnerHitsRequest {
  let inner: InnerHitsRequest;
  try {
    inner = parseInnerHits(one, readBody);
  } catch (error) {
    if (!(error instanceof DslError)) throw error;
    throw new ClauseError(
      "[collapse] failed to parse field [inner_hits]",
      { holder: body, key: "inner_hits" },
      error,
      true,
    );
  }
  if (inner.name === undefined) throw illegalArgument("Field name cannot be null");
  return inner;
}

/** Reads `collapse`. */
export function parseCollapse(body: JsonValue, readBody: ReadBody): CollapseRequest {
  if (!isJsonObject(body)) throw dslError(`Expected [START_OBJECT] but found [${tokenOf(body)}]`);
  refuseOthers("collapse", body, COLLAPSE_KEYS);
  const field = textOf(body["field"]);
  if (field === undefined || field === "") throw illegalArgument("field name is null or empty");
  const given = body["inner_hits"];
  const list = given === undefined ? [] : Array.isArray(given) ? given : [given];
  return { field, innerHits: list.map((one) => ofGroup(one, { body, readBody })) };
}

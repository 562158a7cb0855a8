import type { JsonValue } from "@common/text/json";
import { LosslessNumber } from "@common/text/json";
import type { AnswerValue } from "../../http/raw-json";
import { parseQuery, type Query } from "../../query";
import { allNode, booleanNode } from "../../query/core/nodes";
import { makeQuery } from "../../query/parse/parse";
import type { InnerHitsRequest, SearchRequest } from "../types";
import type { GroupValue } from "./groups";

/** Carries a search out and gives the `hits` of its answer. */
export type Ask = (request: SearchRequest) => Promise<AnswerValue>;

function valueJson(value: Exclude<GroupValue, null>): JsonValue {
  return typeof value === "bigint" ? new LosslessNumber(value.toString()) : value;
}

/** The query of a search, held to the documents of one group. */
function ofGroup(query: Query | undefined, field: string, value: GroupValue): Query {
  const exists = parseQuery({ exists: { field } });
  const same = value === null ? undefined : parseQuery({ match: { [field]: { query: valueJson(value) } } });
  return makeQuery("bool", { boost: 1 }, (context) =>
    booleanNode({
      must: query ? [query.rewrite(context)] : [],
      filter: [same ? same.rewrite(context) : allNode()],
      mustNot: same ? [] : [exists.rewrite(context)],
    }),
  );
}

/** The other hits of a group, by the name of each list that was asked for. */
export async function expandGroup({
  request,
  field,
  value,
  innerHits,
  ask,
}: {
  request: SearchRequest;
  field: string;
  value: GroupValue;
  innerHits: readonly InnerHitsRequest[];
  ask: Ask;
}): Promise<Record<string, AnswerValue>> {
  const query = ofGroup(request.query, field, value);
  const lists: Record<string, AnswerValue> = {};
  for (const { name, request: inner } of innerHits)
    lists[name ?? ""] = {
      hits: await ask({ ...inner, query, postFilter: request.postFilter, timeout: request.timeout }),
    };
  return lists;
}

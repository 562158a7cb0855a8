import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from "@common/json";
import { type FieldRights, maySee, seenName, sourceFilterQuery, withoutSource } from "../access/field-rights";
import type { Reply } from "../http/reply";
import type { ElasticRoute } from "./table";

type Query = Record<string, string>;

const SHOWS_SOURCE = /\/(_doc|:type|_source)\/:id$|_mget$|\/_source$/;
/** Calls whose answers hold terms of the index, so that they are read whole and cut. */
const TELLS_TERMS = new Set(["termvectors", "explain"]);

function without(query: Query, names: readonly string[]): Query {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));
}

// In a URL `price:asc` is a field and its order.
function sortedBy(sort: string, rights: FieldRights): string {
  return sort.split(",").map((item) => `${seenName(rights, item.replace(/:(asc|desc)$/i, ""))}${/:(asc|desc)$/i.exec(item)?.[0] ?? ""}`).join(",");
}

function searchQuery(query: Query, rights: FieldRights): Query {
  const isSuggest = (name: string) => name.startsWith("suggest_");
  const kept = Object.entries(without(withoutSource(query), ["explain", "profile"])).filter(([name]) => !isSuggest(name));
  const seen = kept.map(([name, value]): [string, string] => {
    if (name === "sort") return [name, sortedBy(value, rights)];
    if (name !== "docvalue_fields" && name !== "stored_fields") return [name, value];
    return [name, value.split(",").filter((field) => maySee(rights, field)).join(",")];
  });
  const filled = Object.fromEntries(seen.filter(([name, value]) => value !== "" || query[name] === ""));
  return query["_source"] === "false" ? { ...filled, _source: "false" } : filled;
}

/** The URL parameters of a call that go on for a credential that may not see all fields: what would show others is left out. */
export function queryWithin(row: ElasticRoute, query: Query, rights: FieldRights): Query {
  if (row.body === "search" || row.body === "template-search") return searchQuery(query, rights);
  // Rewritten queries name terms of the index.
  if (row.acl === "validate") return without(query, ["explain", "rewrite", "all_shards"]);
  if (row.acl === "explain") return without(withoutSource(query), ["stored_fields"]);
  if (row.body === "update" || row.body === "bulk") return without(withoutSource(query), ["fields"]);
  return row.op === "read" && SHOWS_SOURCE.test(row.path) ? sourceFilterQuery(query, rights) : query;
}

/** A body of `_mget` whose documents do not ask for a source of their own; `false` stays. */
export function mgetWithin(body: JsonObject): JsonObject {
  const { docs } = body;
  if (!Array.isArray(docs)) return body;
  const kept = docs.map((doc) => {
    if (!isJsonObject(doc)) return doc;
    const { stored_fields: _stored, ...rest } = withoutSource(doc);
    return doc["_source"] === false ? { ...rest, _source: false } : rest;
  });
  return { ...body, docs: kept };
}

function termsWithin(answer: JsonObject, rights: FieldRights): JsonObject {
  const vectors = answer["term_vectors"];
  if (!isJsonObject(vectors)) return answer;
  return { ...answer, term_vectors: Object.fromEntries(Object.entries(vectors).filter(([field]) => maySee(rights, field))) };
}

// The words of an explanation name the terms that fuzzy and other open queries found.
function explanationWithin(answer: JsonObject): JsonObject {
  const { explanation, get: _get, ...rest } = answer;
  if (!isJsonObject(explanation)) return rest;
  return { ...rest, explanation: { value: explanation["value"] ?? 0, description: "", details: [] satisfies JsonValue[] } };
}

/** True for calls whose answer `replyWithin` has to see whole. */
export function isCut(row: ElasticRoute): boolean {
  return TELLS_TERMS.has(row.acl);
}

/** An answer that tells a credential nothing of fields that it may not see. */
export function replyWithin(row: ElasticRoute, reply: Reply, rights: FieldRights): Reply {
  if (!isCut(row) || reply.body === "") return reply;
  const answer = parseJson(reply.body);
  if (!isJsonObject(answer)) return reply;
  return { ...reply, body: stringifyJson(row.acl === "explain" ? explanationWithin(answer) : termsWithin(answer, rights)) };
}

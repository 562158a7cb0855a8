import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import type { Acl } from "@common/access-control/categories";
import { type FieldRights, sourceFilterQuery, withoutSource } from "@backend/gateway/platform/access/field-rights";
import { definitionsWithin } from "@backend/gateway/platform/fields/definitions";
import { createReader, type Reader } from "@backend/gateway/platform/fields/readers";
import type { FieldView } from "@backend/gateway/platform/fields/view";
import type { Reply } from "@backend/gateway/platform/http/reply";
import type { ElasticRoute } from "@backend/gateway/platform/http/engine-calls";

type Query = Record<string, string>;

const SHOWS_SOURCE = /\/(_doc|:type|_source)\/:id$|_mget$|\/_source$/;

function without(query: Query, names: readonly string[]): Query {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));
}

// In a URL `price:asc` is a field and its order.
function sortedBy(sort: string, { show }: FieldView): string {
  return sort
    .split(",")
    .map((item) => `${show.named(item.replace(/:(asc|desc)$/i, ""))}${/:(asc|desc)$/i.exec(item)?.[0] ?? ""}`)
    .join(",");
}

const LISTS = ["docvalue_fields", "stored_fields"];

/**
 * The fields that the URL of a search or of a change by query names: one that may not be shown is left out, in a sort
 * it is one that is not there.
 */
export function fieldsInUrl(query: Query, view: FieldView): Query {
  const seen = Object.entries(query).map(([name, value]): [string, string] => {
    if (name === "sort") return [name, sortedBy(value, view)];
    if (!LISTS.includes(name)) return [name, value];
    return [
      name,
      value
        .split(",")
        .filter((field) => view.show.allows(field))
        .join(","),
    ];
  });
  return Object.fromEntries(seen.filter(([name, value]) => value !== "" || query[name] === ""));
}

function searchQuery(query: Query): Query {
  const kept = Object.entries(without(withoutSource(query), ["explain", "profile"])).filter(
    ([name]) => !name.startsWith("suggest_"),
  );
  return { ...Object.fromEntries(kept), ...(query["_source"] === "false" ? { _source: "false" } : {}) };
}

/**
 * The URL parameters of a call that go on for a credential that may not see all fields: what would show others is left
 * out.
 */
export function queryWithin(row: ElasticRoute, query: Query, rights: FieldRights): Query {
  if (row.body === "search" || row.body === "template-search") return searchQuery(query);
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

function termsWithin(answer: JsonObject, { show }: FieldView): JsonObject {
  const vectors = answer["term_vectors"];
  if (!isJsonObject(vectors)) return answer;
  return {
    ...answer,
    term_vectors: Object.fromEntries(Object.entries(vectors).filter(([field]) => show.allows(field))),
  };
}

function capabilitiesWithin(answer: JsonObject, { search }: FieldView): JsonObject {
  const { fields } = answer;
  if (!isJsonObject(fields)) return answer;
  return {
    ...answer,
    fields: Object.fromEntries(Object.entries(fields).filter(([field]) => search.within(field).length > 0)),
  };
}

// The words of an explanation name the terms that fuzzy and other open queries found.
function explanationWithin(answer: JsonObject): JsonObject {
  const { explanation, get: _get, ...rest } = answer;
  if (!isJsonObject(explanation)) return rest;
  return {
    ...rest,
    explanation: { value: explanation["value"] ?? 0, description: "", details: [] satisfies JsonValue[] },
  };
}

// An analysis has the words of its synonyms, which others wrote; with details it tells them step by step.
function tokensWithin(value: JsonValue, reader: Reader): JsonValue {
  if (Array.isArray(value)) {
    const told = value.filter((item) => !isJsonObject(item) || !reader.isNamed(item["token"] ?? null));
    return told.map((item) => tokensWithin(item, reader));
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, tokensWithin(part, reader)]));
}

function analysisWithin(answer: JsonObject, { rights, show }: FieldView): JsonObject {
  const told = tokensWithin(answer, createReader(rights, show));
  return isJsonObject(told) ? told : {};
}

// How much room each field takes tells which fields there are.
function diskUsageWithin(answer: JsonObject, { search }: FieldView): JsonObject {
  const indices = Object.entries(answer).map(([index, usage]): [string, JsonValue] => {
    if (!isJsonObject(usage) || !isJsonObject(usage["fields"])) return [index, usage];
    return [
      index,
      {
        ...usage,
        fields: Object.fromEntries(Object.entries(usage["fields"]).filter(([field]) => search.allows(field))),
      },
    ];
  });
  return Object.fromEntries(indices);
}

const CUTS: Readonly<Partial<Record<Acl, (answer: JsonObject, view: FieldView) => JsonObject>>> = {
  explain: explanationWithin,
  termvectors: termsWithin,
  field_caps: capabilitiesWithin,
  mapping: definitionsWithin,
  template: definitionsWithin,
  indices: definitionsWithin,
  cluster: definitionsWithin,
  settings: definitionsWithin,
  alias: definitionsWithin,
  analyze: analysisWithin,
};

const cutOf = ({ path, acl }: ElasticRoute) => (path.endsWith("/_disk_usage") ? diskUsageWithin : CUTS[acl]);

/** True for calls whose answer `replyWithin` has to see whole: it tells of terms or of fields. */
export function isCut(row: ElasticRoute): boolean {
  return row.op === "read" && cutOf(row) !== undefined;
}

/** An answer that tells a credential nothing of fields that it may not see. */
export function replyWithin(row: ElasticRoute, reply: Reply, view: FieldView): Reply {
  const cut = cutOf(row);
  if (!cut || !isCut(row) || !reply.body.trimStart().startsWith("{")) return reply;
  const answer = parseJson(reply.body);
  return isJsonObject(answer) ? { ...reply, body: stringifyJson(cut(answer, view)) } : reply;
}

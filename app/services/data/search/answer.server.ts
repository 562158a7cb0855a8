// The answer of POST /{index}/_reactivesearch: one key per executed query (contract of the search API, "Response and
// errors").
import { isJsonObject, type JsonObject, type JsonValue, LosslessNumber, stringifyJson } from "@common/text/json";
import { RESULT } from "@common/search-relevance/visitors/request";
import { withPromotedHits } from "@common/search-relevance/promoted-hits";
import * as z from "zod";
import { errorDetail } from "~/services/platform/http/errors.server";
import { type Piece, splitMarks } from "./marks";

const number = z
  .custom<number | LosslessNumber>((value) => typeof value === "number" || value instanceof LosslessNumber)
  .transform(Number);
const json = z.custom<JsonValue>((value) => value !== undefined);
const object = z.custom<JsonObject>(isJsonObject);

const hitSchema = z.object({
  _id: z.string(),
  _index: z.string().optional(),
  _score: number.nullish(),
  _source: object.catch({}),
  highlight: z.record(z.string(), z.array(z.string())).optional().catch(undefined),
  _explanation: object.optional(),
});
const totalSchema = z.union([
  number.transform((value) => ({ value, relation: "eq" })),
  z.object({ value: number, relation: z.string().default("eq") }),
]);
const resultSchema = z.object({
  took: number.optional(),
  timed_out: z.boolean().optional(),
  hits: z.object({ total: totalSchema.nullish(), hits: z.array(hitSchema).catch([]) }),
  promoted: z
    .array(z.object({ doc: hitSchema, position: number.nullish().catch(null) }))
    .catch([])
    .default([]),
});
const bucketSchema = z.object({ key: json, key_as_string: z.string().optional(), doc_count: number });

/** `pinned`: a rule promotes it to its place. */
export type Hit = z.output<typeof hitSchema> & { pinned?: true };
export type Part<T> = { ok: true; value: T } | { ok: false; message: string };
export type Hits = { total: number; atLeast: boolean; took: number | null; timedOut: boolean; hits: Hit[] };
export type Bucket = { key: string; count: number };
export type Suggestion = { value: string; pieces: Piece[] };

export const answerSchema = object;

/** One query of the answer, or the engine's own words why it failed. */
function partOf<T>(answer: JsonObject, id: string, read: (body: JsonObject) => T | undefined): Part<T> {
  const body = answer[id];
  if (!isJsonObject(body)) return { ok: false, message: `The answer has no part called ${id}.` };
  if (body["error"] !== undefined && body["error"] !== null) return { ok: false, message: engineWords(body) };
  const value = read(body);
  return value === undefined
    ? { ok: false, message: `The part ${id} of the answer is of an unknown shape.` }
    : { ok: true, value };
}

// The deepest cause says what is wrong; the outer ones only that all shards failed.
function engineWords(body: JsonObject) {
  const { error } = body;
  if (isJsonObject(error)) {
    const [shard] = Array.isArray(error["failed_shards"]) ? error["failed_shards"] : [];
    const reason = isJsonObject(shard) && isJsonObject(shard["reason"]) ? shard["reason"] : error;
    const cause = isJsonObject(reason["caused_by"]) ? reason["caused_by"] : undefined;
    const words = [reason["reason"], cause?.["reason"]].filter((part) => typeof part === "string");
    if (words.length > 0) return [...new Set(words)].join(": ");
  }
  return errorDetail(body) ?? "The search engine gave no reason.";
}

/**
 * The hits of a query, of `result` unless told otherwise, with the documents that rules promote at their places.
 * `from`: the place of the page's first row.
 */
export function readHits(
  answer: JsonObject,
  { id = RESULT, from = 0 }: { id?: string; from?: number } = {},
): Part<Hits> {
  return partOf(answer, id, (body) => {
    const { data } = resultSchema.safeParse(body);
    if (!data) return undefined;
    const { total, hits: found } = data.hits;
    const promoted = data.promoted.map(({ doc, position }) => ({ doc: { ...doc, pinned: true as const }, position }));
    const hits: Hit[] = withPromotedHits<Hit>(found, { promoted, from });
    return {
      total: total?.value ?? hits.length,
      atLeast: total?.relation === "gte",
      took: data.took ?? null,
      timedOut: data.timed_out === true,
      hits,
    };
  });
}

const actedSchema = z.object({
  settings: z.object({ queryRules: z.array(z.string()).nullish(), script_took: number.nullish() }),
});

/**
 * What rules did beside moving hits: the ids of those that acted, in the order in which they ran, the ms that their
 * scripts took (null where none ran, or the server does not tell), and the data that they give to the page.
 */
export function readActed(
  answer: JsonObject,
  id: string = RESULT,
): { rules: string[]; scriptTook: number | null; customData: JsonValue | undefined } {
  const { settings } = actedSchema.safeParse(answer).data ?? {};
  const part = answer[id];
  return {
    rules: settings?.queryRules ?? [],
    scriptTook: settings?.script_took ?? null,
    customData: isJsonObject(part) ? part["customData"] : undefined,
  };
}

/** The values of a term facet with their counts. */
export function readBuckets(answer: JsonObject, { id, field }: { id: string; field: string }): Part<Bucket[]> {
  return partOf(answer, id, ({ aggregations }) => {
    const list = isJsonObject(aggregations) ? aggregations[field] : undefined;
    const { data } = z.object({ buckets: z.array(bucketSchema) }).safeParse(list);
    return (
      data?.buckets.map(({ key, key_as_string, doc_count }) => ({
        key: key_as_string ?? shown(key),
        count: doc_count,
      })) ?? []
    );
  });
}

/** A value of an answer as text, digits kept. */
function shown(value: JsonValue) {
  return typeof value === "string" ? value : stringifyJson(value);
}

/**
 * The least and the greatest value of a range facet; "" if there are no values. Dates come as the engine writes them.
 */
export function readBounds(answer: JsonObject, id: string): Part<{ min: string; max: string }> {
  return partOf(answer, id, ({ aggregations }) => {
    const of = (name: string) => {
      const found = isJsonObject(aggregations) ? aggregations[name] : undefined;
      if (!isJsonObject(found) || found["value"] === null || found["value"] === undefined) return "";
      return typeof found["value_as_string"] === "string" ? found["value_as_string"] : shown(found["value"]);
    };
    return { min: of("min"), max: of("max") };
  });
}

const LABEL_TAGS = { before: '<b class="highlight">', after: "</b>" };

/** What to type next, without doubles. Labels may hold tags of the server; anything else in them stays text. */
export function readSuggestions(answer: JsonObject): Suggestion[] {
  const part = partOf(
    answer,
    "suggestions",
    (body) =>
      z
        .object({ hits: z.object({ hits: z.array(z.object({ value: z.string(), label: z.string().nullish() })) }) })
        .safeParse(body).data?.hits.hits,
  );
  if (!part.ok) return [];
  const seen = new Set<string>();
  return part.value.flatMap(({ value, label }) => {
    if (value === "" || value.length > 200 || seen.has(value)) return [];
    seen.add(value);
    return [
      { value, pieces: splitMarks((label ?? value).replaceAll("<b class=highlight>", LABEL_TAGS.before), LABEL_TAGS) },
    ];
  });
}

export type Explanation = { value: number; description: string; details: Explanation[] };

/** Why a hit has its score; cut to what a page can hold. */
export function readExplanation(value: JsonValue | undefined, depth = 0): Explanation | null {
  if (!isJsonObject(value) || depth > 12) return null;
  const details = Array.isArray(value["details"]) ? value["details"] : [];
  return {
    value: Number(value["value"] ?? 0),
    description: shown(value["description"] ?? "").slice(0, 400),
    details: details.slice(0, 30).flatMap((detail) => readExplanation(detail, depth + 1) ?? []),
  };
}

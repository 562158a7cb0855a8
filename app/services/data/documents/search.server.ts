import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import * as z from "zod";
import type { Scope } from "~/session/scope.server";
import { apiPath } from "~/services/platform/http/path";
import type { DocumentVersion } from "./document-ref";
import { rawSources } from "./raw-source.server";

const object = z.custom<JsonObject>((value) => isJsonObject(value));
const hitSchema = z.object({
  _id: z.string(),
  _routing: z.string().nullish(),
  _source: object.default({}),
  sort: z.array(z.custom<JsonValue>(() => true)).default([]),
  // Only where the search asks for them.
  _seq_no: z.number().optional(),
  _primary_term: z.number().optional(),
});
const searchSchema = z.object({
  // Before version 7 a number, since then a count that may be a lower bound.
  hits: z.object({
    total: z.union([z.number(), z.object({ value: z.number(), relation: z.string().default("eq") })]).default(0),
    hits: z.array(hitSchema),
  }),
});

export type Hit = {
  id: string;
  routing: string | null;
  source: JsonObject;
  sort: JsonValue[];
  /** Null where it was not asked for. */ version: DocumentVersion | null;
};
/** The same with the text as it is stored. */
export type RawHit = Hit & { raw: string };

type SearchOptions = { index: string; body: JsonObject };

function versionOf({ _seq_no, _primary_term }: z.output<typeof hitSchema>): DocumentVersion | null {
  return _seq_no === undefined || _primary_term === undefined ? null : { seqNo: _seq_no, primaryTerm: _primary_term };
}

function readAnswer(answer: z.output<typeof searchSchema>) {
  const { total, hits } = answer.hits;
  return {
    total: typeof total === "number" ? total : total.value,
    hits: hits.map((hit): Hit => ({
      id: hit._id,
      routing: hit._routing ?? null,
      source: hit._source,
      sort: hit.sort,
      version: versionOf(hit),
    })),
  };
}

/** A page of documents. Throws BackendError: 400 with the engine's own words when it refuses the query. */
export async function searchDocuments({ http }: Pick<Scope, "http">, { index, body }: SearchOptions) {
  return readAnswer(
    await http.call({ method: "POST", path: apiPath`/${index}/_search`, json: body, schema: searchSchema }),
  );
}

/**
 * The same with the sources as texts, as stored, and the size of the answer in characters; `whole` where every hit has
 * its source. For exports and undo.
 */
export async function searchRawDocuments({ http }: Pick<Scope, "http">, { index, body }: SearchOptions) {
  const answer = await http.send({ method: "POST", path: apiPath`/${index}/_search`, json: body });
  const parsed = searchSchema.safeParse(answer.body);
  if (!parsed.success) throw answer.failed("malformed");
  const { hits, total } = readAnswer(parsed.data);
  const sources = rawSources(answer.text, 3);
  return {
    size: answer.text.length,
    total,
    whole: sources.length === hits.length,
    hits: hits.map((hit, at) => ({ ...hit, raw: sources[at] ?? "{}" })),
  };
}

const countSchema = z.object({ count: z.number() });

/** How many documents match a query. Throws BackendError. */
export async function countDocuments(
  { http }: Pick<Scope, "http">,
  { index, query }: { index: string; query: JsonObject },
) {
  return (await http.call({ method: "POST", path: apiPath`/${index}/_count`, json: { query }, schema: countSchema }))
    .count;
}

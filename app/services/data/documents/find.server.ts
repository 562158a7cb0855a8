import { isJsonObject, type JsonObject } from "@common/text/json";
import * as z from "zod";
import { labelOf } from "~/lib/data/documents/title";
import { apiPath } from "~/services/platform/http/path";
import { settle, type Settled } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";

export { labelOf };

/** A document as a form offers it: by what a reader knows it. */
export type FoundDocument = { index: string; id: string; title: string; routing?: string | undefined };

const ROWS = 8;
/** Titles that are looked up at once. */
const MOST_TITLES = 1000;

const source = z.custom<JsonObject>(isJsonObject).catch({});
const hitsSchema = z.object({
  hits: z.object({
    hits: z.array(
      z.object({
        _index: z.string().optional(),
        _id: z.string(),
        _routing: z.string().optional(),
        _source: source,
      }),
    ),
  }),
});

async function hits(
  { http }: Pick<Scope, "http">,
  { index, body }: { index: string; body: JsonObject },
): Promise<FoundDocument[]> {
  const answer = await http.call({
    method: "POST",
    path: apiPath`/${index}/_search`,
    query: { ignore_unavailable: "true" },
    json: body,
    schema: hitsSchema,
  });
  return answer.hits.hits.map(({ _index = index, _id, _routing, _source }) => ({
    index: _index,
    id: _id,
    title: labelOf(_source, _id),
    ...(_routing !== undefined && { routing: _routing }),
  }));
}

/**
 * Documents that hold the words, the last of which may be the start of one, or that have the text as their id; to
 * choose from. Throws nothing but faults of ours.
 */
export function findDocuments(
  scope: Pick<Scope, "http">,
  { index, text }: { index: string; text: string },
): Promise<Settled<FoundDocument[]>> {
  const words = text.replaceAll(/["()|+~*<>\\-]/g, " ").trim();
  const begun = words === "" ? "" : ` | (${words}*)`;
  const query: JsonObject = {
    simple_query_string: { query: `(${text})${begun}`, lenient: true, default_operator: "and" },
  };
  const byId: JsonObject = { constant_score: { filter: { ids: { values: [text] } }, boost: 100 } };
  return settle(
    hits(scope, { index, body: { size: ROWS, query: { bool: { should: [query, byId], minimum_should_match: 1 } } } }),
  );
}

/** What readers call those of the documents that are there, by id. Throws BackendError. */
export async function titlesOf(
  scope: Pick<Scope, "http">,
  { index, ids }: { index: string; ids: readonly string[] },
): Promise<Record<string, string>> {
  const values = ids.slice(0, MOST_TITLES);
  if (values.length === 0) return {};
  const found = await hits(scope, { index, body: { size: values.length, query: { ids: { values } } } });
  return Object.fromEntries(found.map(({ id, title }) => [id, title]));
}

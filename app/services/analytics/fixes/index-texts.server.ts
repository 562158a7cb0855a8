import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import * as z from "zod";
import { apiPath } from "~/services/platform/http/path";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";

/** Documents that are looked at for each term, and characters of each of their texts. */
const DOCUMENTS = 3;
const CHARACTERS = 500;
/** Words of a term that are looked for. */
const MOST_WORDS = 6;

const sourceSchema = z.custom<JsonObject>(isJsonObject).catch({});
const answerSchema = z.object({
  responses: z.array(
    z
      .object({ hits: z.object({ hits: z.array(z.object({ _source: sourceSchema })) }) })
      .nullable()
      .catch(null),
  ),
});

function textsIn(value: JsonValue | undefined): string[] {
  if (typeof value === "string") return [value.slice(0, CHARACTERS)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return value !== undefined && value !== null && isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

function fuzzy(term: string): JsonObject {
  const words = (term.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MOST_WORDS).map((word) => `${word}~`);
  return { simple_query_string: { query: words.join(" "), lenient: true, default_operator: "and" } };
}

/**
 * Texts of the documents of an index that hold words like those of each term; none where the reader may not search it.
 * Throws nothing for a failed call.
 */
export async function textsLike(
  { http }: Pick<Scope, "http">,
  { index, terms }: { index: string; terms: readonly string[] },
): Promise<string[][]> {
  if (terms.length === 0) return [];
  const lines = terms.flatMap((term) => [{}, { size: DOCUMENTS, query: fuzzy(term) }]);
  const found = await settle(
    http.call({
      method: "POST",
      path: apiPath`/${index}/_msearch`,
      query: { ignore_unavailable: "true" },
      body: `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`,
      contentType: "application/x-ndjson",
      schema: answerSchema,
    }),
  );
  const answers = found.ok ? found.value.responses : [];
  return terms.map((_, at) => answers[at]?.hits.hits.flatMap(({ _source }) => textsIn(_source)) ?? []);
}

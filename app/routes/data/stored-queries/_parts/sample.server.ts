import { isJsonObject, type JsonObject } from "@common/text/json";
import * as z from "zod";
import { shownId } from "~/lib/address/ids";
import { titleOf } from "~/lib/data/documents/title";
import { parseJsonText } from "~/lib/json/text.server";
import { executeQuery } from "~/services/data/stored-queries/run.server";
import type { Content } from "~/services/data/stored-queries/read.server";
import { BackendError } from "~/services/platform/http/errors.server";
import type { Scope } from "~/session/scope.server";

/** Hits that are shown as an example. */
const SHOWN = 3;

const answerSchema = z.object({
  hits: z.object({
    hits: z.array(z.object({ _id: z.string(), _source: z.custom<JsonObject>(isJsonObject).optional() })),
  }),
});

/**
 * The first hits of a query with its own parameters, by their titles; null for an answer that is no list of hits. It
 * runs as one that is not stored, so that it is not counted as a use. Throws BackendError.
 */
export async function sampleOf(scope: Pick<Scope, "http">, content: Content): Promise<string[] | null> {
  const tried = await executeQuery(scope, content);
  if (!tried.ok) throw new BackendError({ failure: tried.failure });
  const parsed = parseJsonText(tried.answer.text);
  const answer = parsed.ok ? answerSchema.safeParse(parsed.value) : null;
  if (!answer?.success) return null;
  return answer.data.hits.hits.slice(0, SHOWN).map(({ _id, _source }) => titleOf(_source ?? {}) ?? shownId(_id));
}

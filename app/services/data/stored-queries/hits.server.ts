import { isJsonObject, type JsonObject } from "@common/text/json";
import * as z from "zod";
import { shownId } from "~/lib/address/ids";
import { titleOf } from "~/lib/data/documents/title";
import { parseJsonText } from "~/lib/json/text.server";

/** The first hits of an answer by their titles, and how many there are; `atLeast` where the server stopped counting. */
export type FirstHits = { titles: string[]; total: number | null; atLeast: boolean };

/** Hits that are shown at most. */
const SHOWN = 10;
/** An answer is read only up to this many characters, for it takes time. */
const MOST_READ = 1_000_000;

const totalSchema = z.union([
  z.number().transform((value) => ({ value, relation: "eq" })),
  z.object({ value: z.number(), relation: z.string().default("eq") }),
]);
const answerSchema = z.object({
  hits: z.object({
    total: totalSchema.nullish().catch(null),
    hits: z.array(z.object({ _id: z.string(), _source: z.custom<JsonObject>(isJsonObject).optional() })),
  }),
});

/** The first hits that the text of an answer tells; null for an answer that is no list of hits. */
export function firstHits(text: string): FirstHits | null {
  if (text.length > MOST_READ) return null;
  const parsed = parseJsonText(text);
  const answer = parsed.ok ? answerSchema.safeParse(parsed.value) : null;
  if (!answer?.success) return null;
  const { total, hits } = answer.data.hits;
  return {
    titles: hits.slice(0, SHOWN).map(({ _id, _source }) => titleOf(_source ?? {}) ?? shownId(_id)),
    total: total?.value ?? null,
    atLeast: total?.relation === "gte",
  };
}

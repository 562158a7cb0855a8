import type { JsonObject } from "@common/text/json";
import * as z from "zod";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";

const tokenSchema = z.object({
  token: z.string(),
  start_offset: z.coerce.number(),
  end_offset: z.coerce.number(),
  type: z.string().catch(""),
  position: z.coerce.number(),
  positionLength: z.coerce.number().optional(),
});
const stageSchema = z.object({ name: z.string().catch(""), tokens: z.array(tokenSchema).catch([]) });
const filteredSchema = z.object({ name: z.string().catch(""), filtered_text: z.array(z.string()).catch([]) });
const answerSchema = z.union([
  z.object({ tokens: z.array(tokenSchema) }),
  z.object({
    detail: z.object({
      analyzer: stageSchema.optional(),
      charfilters: z.array(filteredSchema).nullish(),
      tokenizer: stageSchema.optional(),
      tokenfilters: z.array(stageSchema).nullish(),
    }),
  }),
]);

export type Token = {
  token: string;
  start: number;
  end: number;
  type: string;
  position: number;
  /** How many positions it takes. */ length: number;
};
/** One step on the way from the text to its tokens: a character filter, the tokenizer, a token filter. */
export type Step = { kind: "character filter" | "tokenizer" | "token filter"; name: string; result: string };
export type Analysis = { tokens: Token[]; steps: Step[] };

const tokenOf = ({
  token,
  start_offset,
  end_offset,
  type,
  position,
  positionLength = 1,
}: z.output<typeof tokenSchema>): Token => ({
  token,
  start: start_offset,
  end: end_offset,
  type,
  position,
  length: positionLength,
});

const words = (tokens: readonly { token: string }[]) => tokens.map(({ token }) => token).join(" · ");

/**
 * The tokens that a text becomes under an analyzer, or under that of a field; with `steps`, how they came about.
 * Engines tell steps of custom analyzers only. Throws BackendError, 400 for what the index does not know.
 */
export async function analyze(
  { http }: Pick<Scope, "http">,
  { index, json, steps }: { index: string; json: JsonObject; steps: boolean },
): Promise<Analysis> {
  const body = steps ? { ...json, explain: true } : json;
  const answer = await http.call({
    method: "POST",
    path: apiPath`/${index}/_analyze`,
    json: body,
    schema: answerSchema,
  });
  if ("tokens" in answer) return { tokens: answer.tokens.map(tokenOf), steps: [] };
  const { analyzer, charfilters, tokenizer, tokenfilters } = answer.detail;
  const stages: Step[] = [
    ...(charfilters ?? []).map(({ name, filtered_text }): Step => ({
      kind: "character filter",
      name,
      result: filtered_text.join(" "),
    })),
    ...(tokenizer ? [{ kind: "tokenizer" as const, name: tokenizer.name, result: words(tokenizer.tokens) }] : []),
    ...(tokenfilters ?? []).map(({ name, tokens }): Step => ({ kind: "token filter", name, result: words(tokens) })),
  ];
  const last = tokenfilters?.at(-1) ?? tokenizer ?? analyzer;
  return { tokens: (last?.tokens ?? []).map(tokenOf), steps: stages };
}

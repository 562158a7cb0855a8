import * as z from "zod";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { daysAgg } from "../reports/histogram";
import type { ReportParts } from "../reports/scope";
import { EXACTLY } from "../reports/terms";
import { type AiRange, within } from "./filters";
import { AiSessionSchema } from "./sessions";

const sum = z.object({ value: z.number().nullable() }).transform(({ value }) => value ?? 0);
const texts = z.object({ buckets: z.array(z.object({ key: z.string(), doc_count: z.number() })) });
const numbers = z.object({ buckets: z.array(z.object({ key: z.number(), doc_count: z.number() })) });
// Engines name the values of a boolean 1 and 0, and say `true` and `false` beside it.
const flags = z.object({
  buckets: z.array(
    z.object({ key: z.union([z.number(), z.boolean()]), key_as_string: z.string(), doc_count: z.number() }),
  ),
});
const day = z.object({ key: z.number(), key_as_string: z.string(), doc_count: z.number(), runs: sum });
const FiguresSchema = z.object({
  hits: z.object({ total: z.object({ value: z.number() }) }),
  aggregations: z.object({
    runs: sum,
    input: sum,
    output: sum,
    user_count: sum,
    useful: flags,
    users: texts,
    invocations: numbers,
    models: texts,
  }),
});
const DaysSchema = z.object({ aggregations: z.object({ days: z.object({ buckets: z.array(day) }) }) });
const HitsSchema = z.object({ hits: z.object({ hits: z.array(z.object({ _source: z.unknown() })) }) });

type Asked = { filter: object[]; signal: AbortSignal | undefined };

async function searchSessions<Schema extends z.ZodType>(
  { engine, places }: Pick<ReportParts, "engine" | "places">,
  { filter, signal, body, schema }: Asked & { body: object; schema: Schema },
): Promise<z.output<Schema>> {
  const path = `/${places.of(SYSTEM.aiSessions).definition.name}/_search`;
  const answer = await callEngine(engine, {
    method: "POST",
    path,
    signal,
    body: { size: 0, track_total_hits: true, query: { bool: { filter } }, ...body },
  });
  return schema.parse(answer.body);
}

const counted = <Key>({ buckets }: { buckets: { key: Key; doc_count: number }[] }) =>
  buckets.map(({ key, doc_count }) => ({ key, count: doc_count }));

/**
 * What conversations of a time came to (contract 20, section 7). Lists hold `size` rows, the most frequent first; the
 * days are those on which something happened last.
 */
export async function aiFigures(
  parts: ReportParts,
  { range, size, signal }: { range: AiRange; size: number; signal: AbortSignal | undefined },
) {
  const terms = (field: string) => ({ terms: { field, size: Math.max(1, size) } });
  const sumOf = (field: string) => ({ sum: { field } });
  const aggs = {
    runs: sumOf("invocation_count"),
    input: sumOf("input_tokens"),
    output: sumOf("output_tokens"),
    user_count: { cardinality: { field: "user_id", precision_threshold: EXACTLY } },
    useful: terms("useful"),
    users: terms("user_id"),
    invocations: terms("invocation_count"),
    models: terms("model"),
  };
  const days = { days: { ...daysAgg({ zone: undefined }), aggs: { runs: aggs.runs } } };
  const [{ hits, aggregations }, histogram] = await Promise.all([
    searchSessions(parts, { filter: [within("created_at", range)], signal, body: { aggs }, schema: FiguresSchema }),
    searchSessions(parts, { filter: [within("timestamp", range)], signal, body: { aggs: days }, schema: DaysSchema }),
  ]);
  const { buckets } = histogram.aggregations.days;
  const { runs, input, output, user_count, useful, users, invocations, models } = aggregations;
  return {
    total_sessions: hits.total.value,
    total_invocations: runs,
    user_count,
    total_input_tokens: input,
    total_output_tokens: output,
    total_tokens: input + output,
    useful: useful.buckets.map(({ key, key_as_string, doc_count }) => ({
      key: Number(key),
      key_as_string,
      count: doc_count,
    })),
    users: counted(users),
    invocations: counted(invocations),
    models: counted(models),
    session_histogram:
      buckets.length === 0
        ? null
        : buckets.map(({ key, key_as_string, doc_count, runs: of }) => ({
            key,
            key_as_string,
            count: doc_count,
            total_invocations: of,
          })),
  };
}

/** Conversations one by one, the newest first. Documents that are no conversation are left out. */
export async function aiSessions(
  parts: ReportParts,
  { filter, signal, size, offset }: Asked & { size: number; offset: number },
) {
  const body = { size, from: offset, sort: [{ created_at: "desc" }] };
  const { hits } = await searchSessions(parts, { filter, signal, body, schema: HitsSchema });
  const sessions = hits.hits
    .map(({ _source }) => AiSessionSchema.safeParse(_source))
    .flatMap(({ data }) => (data ? [data] : []));
  return { hits: sessions, count: sessions.length };
}

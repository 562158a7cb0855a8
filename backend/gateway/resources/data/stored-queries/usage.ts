import * as z from "zod";
import { readFilters } from "../../analytics/filters";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import { visibleClauses } from "../logs/visible";
import type { Services } from "@backend/gateway/services";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { maySee } from "./rights";

const CountSchema = z.object({
  aggregations: z
    .object({ used: z.object({ buckets: z.array(z.object({ key: z.string(), doc_count: z.number() })) }) })
    .optional(),
});

/**
 * How often each stored query ran with success in a range (30 days unless told otherwise), most used first, out of the
 * request log.
 */
export async function usageOf(
  { engine, logIndex, recorder, storedQueries }: Pick<Services, "engine" | "logIndex" | "recorder" | "storedQueries">,
  context: SignedContext,
): Promise<{ key: string; count: number }[]> {
  const { from, to, size } = readFilters(context, "all");
  await recorder.flush();
  const filter = [
    { range: { timestamp: { gte: from * 1000, lte: to * 1000, format: "epoch_millis" } } },
    { range: { "response.code": { gte: 200, lt: 300 } } },
    ...visibleClauses(context),
  ];
  const body = {
    size: 0,
    query: { bool: { filter } },
    aggs: { used: { terms: { field: "storedqueries", size: Math.max(1, size) } } },
  };
  const found = CountSchema.parse(
    (await callEngine(engine, { method: "POST", path: `/${logIndex.alias()}/_search`, body })).body,
  );
  const known = new Map((await storedQueries.list()).map(({ id, index }) => [id, index]));
  return (found.aggregations?.used.buckets ?? [])
    .filter(({ key }) => maySee(context.caller, known.get(key) ?? "*"))
    .map(({ key, doc_count }) => ({ key, count: doc_count }));
}

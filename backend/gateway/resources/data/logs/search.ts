import { parseJson } from "@common/text/json";
import type * as z from "zod";
import { LOGS_LIMITS } from "@common/limits/logs";
import { engineError } from "@backend/gateway/platform/http/engine-errors";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import type { Services } from "@backend/gateway/services";
import { reach } from "@backend/gateway/platform/store/engine-client";

export type LogServices = Pick<Services, "engine" | "recorder" | "logIndex">;

type LogSearch<Schema> = {
  body: object;
  schema: Schema;
  context: SignedContext;
  /** The last moment asked about, in ms. */
  to?: number;
};

/**
 * Searches the request log, the newest records up to `to` included: those that are not written yet are waited for, but
 * not as long as writes may take on a busy server. Throws the engine's refusals.
 */
export async function searchLogs<Schema extends z.ZodType>(
  { engine, recorder, logIndex }: LogServices,
  { body, schema, context, to = Infinity }: LogSearch<Schema>,
): Promise<z.output<Schema>> {
  await recorder.flush({ before: to + 1, patience: LOGS_LIMITS.newestRecords.most });
  const response = await reach(engine, {
    method: "POST",
    path: `/${logIndex.alias()}/_search`,
    body: JSON.stringify(body),
    signal: context.signal,
  });
  if (response.status >= 400) throw engineError(response);
  return schema.parse(parseJson(response.body));
}

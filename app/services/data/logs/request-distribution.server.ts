import * as z from "zod";
import type { BackendClient } from "~/services/platform/http/client.server";
import { apiPath } from "~/services/platform/http/path";

const countSchema = z.number().catch(0);
const schema = z.object({
  request_distribution: z
    .array(
      z.object({
        key: z.number(),
        count: countSchema,
        buckets: z.array(z.object({ key: z.coerce.number(), count: countSchema })).nullish(),
      }),
    )
    .nullish()
    .transform((steps) => steps ?? []),
});

type Asked = {
  http: BackendClient;
  /** Of all indices unless given. */ index?: string | undefined;
  /** Milliseconds. */ from: number;
  to: number;
};

/**
 * Requests by time (milliseconds) and status code, out of the server's request log, in 144 steps (contract 20). Throws
 * BackendError.
 */
export async function getRequestDistribution({ http, index, from, to }: Asked) {
  const path =
    index === undefined ? "/_analytics/request-distribution" : apiPath`/_analytics/${index}/request-distribution`;
  const query = { from_timestamp: Math.floor(from / 1000), to_timestamp: Math.ceil(to / 1000) };
  const { request_distribution } = await http.call({ path, query, schema });
  return request_distribution.map(({ key, count, buckets }) => ({ at: key, count, codes: buckets ?? [] }));
}

import * as z from "zod";
import type { BackendClient } from "~/services/platform/http/client.server";
import { apiPath } from "~/services/platform/http/path";

const schema = z.object({
  total: z.number(),
  logs: z
    .array(z.object({ response: z.object({ took: z.number().nullish() }).partial().nullish() }))
    .nullish()
    .transform((logs) => logs ?? []),
});

export type Percentiles = { searches: number; p50: number | null; p95: number | null };

/** No record beyond this one can be asked for (contract 10, 4.1). */
const DEEPEST = 9_999;

type Asked = { http: BackendClient; index?: string | undefined; from: number; to: number };

/**
 * The middle and the 95th percentile of the searches' times between two moments (milliseconds, the second not
 * included). No call of the API tells them, but the log lists searches slowest first, so the record half down the list
 * holds the one and a twentieth down the other. What the console searched by itself, to fill a page, is left out where
 * the server can tell. Throws BackendError.
 */
export async function getLatencyPercentiles({ http, index, from, to }: Asked): Promise<Percentiles> {
  const path = index === undefined ? "/_logs/search" : apiPath`/${index}/_logs/search`;
  const span = { from_timestamp: Math.floor(from / 1000), to_timestamp: Math.ceil(to / 1000) - 1, by: "apps" };
  const at = (place: number) => http.call({ path, query: { ...span, size: 1, from: place }, schema });
  const tookOf = (found: z.infer<typeof schema>) => found.logs[0]?.response?.took ?? null;
  const first = await at(0);
  const searches = first.total;
  if (searches === 0) return { searches, p50: null, p95: null };
  const percentile = async (share: number) => {
    const place = Math.floor(searches * share);
    if (place > DEEPEST) return null;
    return tookOf(place === 0 ? first : await at(place));
  };
  const [p50, p95] = await Promise.all([percentile(0.5), percentile(0.05)]);
  return { searches, p50, p95 };
}

import * as z from "zod";
import { parseInstant } from "~/lib/values/dates";
import { isAtLeast } from "~/lib/values/version";
import { whereOffered } from "~/services/platform/http/not-offered.server";
import type { Scope } from "~/session/scope.server";

/** Hosted servers tell from this version on how their data grew; serverless ones always (contract 10, 5.3). */
const TELLS = "8.0.0";

const pointsSchema = z
  .array(z.object({ timestamp: z.union([z.number(), z.string()]), usage: z.number() }))
  .nullish()
  .transform((points) => points ?? []);

/** Data at a moment, in bytes. */
export type DataPoint = { at: number; bytes: number };

/** How the data of a hosted server grew, oldest first; null where the server does not tell. Throws BackendError. */
export async function getDataUsage(
  { http, identity }: Pick<Scope, "http" | "identity">,
  { from, to }: { from: number; to: number },
): Promise<DataPoint[] | null> {
  const { imageType, version } = identity.plan;
  if (!(imageType ?? "").includes("sls") && !isAtLeast(version, TELLS)) return null;
  const query = { from_timestamp: Math.floor(from / 1000), to_timestamp: Math.ceil(to / 1000) };
  const points = await whereOffered(http.call({ path: "/sls/data_usage", query, schema: pointsSchema }));
  if (points === null) return null;
  return points
    .flatMap(({ timestamp, usage }) => {
      const at = parseInstant(timestamp);
      // Servers count in KB.
      return at === undefined ? [] : [{ at, bytes: usage * 1024 }];
    })
    .sort((a, b) => a.at - b.at);
}

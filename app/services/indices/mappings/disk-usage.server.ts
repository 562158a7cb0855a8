import * as z from "zod";
import { whereOffered } from "~/services/platform/http/not-offered.server";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";

const usageSchema = z.record(
  z.string(),
  z
    .object({ fields: z.record(z.string(), z.object({ total_in_bytes: z.coerce.number().catch(0) })).optional() })
    .catch({}),
);

/** It reads every segment of the index. */
const PATIENCE_MS = 60_000;

/**
 * The bytes on disk of each field by its path, sub-fields included; null where the engine does not tell (Elasticsearch
 * does since 7.15, OpenSearch and the embedded engine do not). Throws BackendError.
 */
export async function getDiskUsage(
  { http }: Pick<Scope, "http">,
  index: string,
): Promise<Record<string, number> | null> {
  const query = { run_expensive_tasks: true };
  const call = http.call({
    method: "POST",
    path: apiPath`/${index}/_disk_usage`,
    query,
    timeout: PATIENCE_MS,
    schema: usageSchema,
  });
  const answer = await whereOffered(call);
  if (answer === null) return null;
  const found = Object.values(answer).find(({ fields }) => fields !== undefined);
  return Object.fromEntries(
    Object.entries(found?.fields ?? {}).map(([path, { total_in_bytes }]) => [path, total_in_bytes]),
  );
}

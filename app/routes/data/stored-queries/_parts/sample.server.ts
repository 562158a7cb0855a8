import type { FirstHits } from "~/services/data/stored-queries/hits.server";
import type { Content } from "~/services/data/stored-queries/read.server";
import { executeQuery } from "~/services/data/stored-queries/run.server";
import { BackendError } from "~/services/platform/http/errors.server";
import type { Scope } from "~/session/scope.server";

/**
 * The first hits of a query with its own parameters; null for an answer that is no list of hits. It runs as one that is
 * not stored, so that it is not counted as a use. Throws BackendError.
 */
export async function sampleOf(scope: Pick<Scope, "http">, content: Content): Promise<FirstHits | null> {
  const tried = await executeQuery(scope, content);
  if (!tried.ok) throw new BackendError({ failure: tried.failure });
  return tried.hits;
}

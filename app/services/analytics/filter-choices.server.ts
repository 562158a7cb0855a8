import * as z from "zod";
import { whereOffered } from "~/services/platform/http/not-offered.server";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";

const texts = z.array(z.coerce.string()).nullish().catch(null);
const labelsSchema = z.object({ filter_labels: texts });
const valuesSchema = z.object({ filter_values: texts });

/**
 * The names of custom events that searches were made with; null where the server has no such call. Throws BackendError,
 * kind `payment` where its plan leaves them out.
 */
export async function getFilterLabels({ http }: Pick<Scope, "http">): Promise<string[] | null> {
  const found = await whereOffered(http.call({ path: "/_analytics/filter-labels", schema: labelsSchema }));
  return found && [...(found.filter_labels ?? [])].sort();
}

/**
 * The values of a custom event, of `user_id` or of `ip`, those used most first. Servers give ten that begin with the
 * prefix.
 */
export async function getFilterValues(
  { http }: Pick<Scope, "http">,
  { label, prefix }: { label: string; prefix: string },
): Promise<string[] | null> {
  const query = { prefix: prefix === "" ? undefined : prefix };
  const found = await whereOffered(
    http.call({ path: apiPath`/_analytics/filter-values/${label}`, query, schema: valuesSchema }),
  );
  return found && (found.filter_values ?? []);
}

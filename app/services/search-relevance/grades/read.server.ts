import * as z from "zod";
import { whereOffered } from "~/services/platform/http/not-offered.server";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";

const gradesSchema = z.object({
  docs: z.record(z.string(), z.object({ grade: z.number().int().min(0).max(3) }).nullable()).nullish(),
});

/**
 * The grades that documents have as answers to a term, by id; null where the server has no such call. Throws
 * BackendError.
 */
export async function readGrades(
  { http }: Pick<Scope, "http">,
  { index, term }: { index: string; term: string },
): Promise<Record<string, number> | null> {
  const answer = await whereOffered(
    http.call({ path: apiPath`/_grade/${index}`, query: { query: term }, schema: gradesSchema }),
  );
  if (answer === null) return null;
  return Object.fromEntries(Object.entries(answer.docs ?? {}).flatMap(([id, one]) => (one ? [[id, one.grade]] : [])));
}

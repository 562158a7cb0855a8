import { byUse } from "~/services/indices/by-use.server";
import { listKnownIndices } from "~/services/indices/list.server";
import { readMetrics, MOST_INDICES } from "~/services/search-relevance/grades/metrics.server";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";

/**
 * The indices to choose from, by name, and the one to start with: the one that was asked for, else the one that is used
 * most and has something to show. An empty name where there is none. Throws BackendError.
 */
export async function chooseIndex(scope: Scope, asked: string): Promise<{ names: string[]; index: string }> {
  const { names, used } = await startingWith(scope, asked);
  return { names, index: used[0] ?? "" };
}

/** The same, starting with one that has grades where there is one among those used most. Throws BackendError. */
export async function chooseGraded(scope: Scope, asked: string): Promise<{ names: string[]; index: string }> {
  const { names, used } = await startingWith(scope, asked);
  const indices = used.slice(0, MOST_INDICES);
  if (indices.length < 2) return { names, index: used[0] ?? "" };
  const found = await settle(readMetrics(scope, { indices, page: 1 }));
  const terms = found.ok ? (found.value?.terms ?? []) : [];
  const graded = indices.find((name) => terms.some(({ scores }) => typeof scores[name] === "number"));
  return { names, index: graded ?? used[0] ?? "" };
}

async function startingWith(scope: Scope, asked: string): Promise<{ names: string[]; used: string[] }> {
  const rows = await listKnownIndices(scope);
  const names = rows.map(({ name }) => name);
  if (asked !== "") return { names, used: [asked] };
  const filled = rows.filter(({ open, documents }) => open && documents !== 0);
  return { names, used: (await byUse(scope, filled.length > 0 ? filled : rows)).map(({ name }) => name) };
}

import { readText, requirePipeline } from "~/services/pipelines/read.server";
import type { Scope } from "~/session/scope.server";

/** What the head of the pages of one pipeline tells: what it is called, and where it answers. */
export async function loadHead(scope: Pick<Scope, "http" | "context">, id: string) {
  const { live, content } = await requirePipeline(scope, id);
  const { document } = readText(content);
  return {
    id,
    name: document?.description || id,
    routes: (document?.routes ?? []).map(({ method, path }) => ({ method, path })),
    /** Whether any of its routes keeps its runs. */
    keepsRuns: document?.routes.some(({ recordLogs }) => recordLogs) ?? false,
    live,
  };
}
export type PipelineHeadData = Awaited<ReturnType<typeof loadHead>>;

import { HttpError } from "@backend/gateway/platform/http/errors";
import { json } from "@backend/gateway/platform/http/reply";
import type { Access, Route, SignedContext } from "@backend/gateway/platform/http/types";
import { type ReportParts, scopeOf } from "../reports/scope";
import { type Figure, stageDays, versionDays } from "./days";
import { pipelineUsage, stageUsage, versionUsage } from "./usage";

const ACCESS: Access = { kind: "server", category: "pipelines", indices: "path" };
const MOST_USED = 1000;
const FIGURES: readonly Figure[] = ["time-taken", "error-rate"];

// Usage is told of as many as there are, unless the call says of how many.
function asked(context: SignedContext) {
  const { from, to, size, signal } = scopeOf(
    { ...context, query: { size: String(MOST_USED), ...context.query } },
    { reader: null },
  );
  return { range: { from, to }, size, signal, pipeline: context.params["id"] ?? "" };
}

function versionOf({ params }: SignedContext): number {
  const text = params["version"] ?? "";
  if (!/^\d{1,9}$/.test(text)) throw new HttpError(500, `${JSON.stringify(text)} is no version of a pipeline`);
  return Number(text);
}

/** Usage, times and failures of pipelines, from what is kept of their runs. */
export function pipelineRoutes(parts: ReportParts): Route[] {
  const one = (path: string, read: (context: SignedContext) => Promise<unknown>): Route => ({
    methods: ["GET"],
    path,
    access: ACCESS,
    log: false,
    handle: async (context) => json(await read(context)),
  });
  return [
    one("/_analytics/pipelines/usage", (context) => {
      const { range, size, signal } = asked(context);
      return pipelineUsage(parts, { range, size, signal });
    }),
    one("/_analytics/pipeline/:id/stages/usage", (context) => stageUsage(parts, asked(context))),
    one("/_analytics/pipeline/:id/versions/usage", (context) => versionUsage(parts, asked(context))),
    ...FIGURES.flatMap((figure) => [
      one(`/_analytics/pipeline/:id/${figure}`, (context) => versionDays(parts, { ...asked(context), figure })),
      one(`/_analytics/pipeline/:id/version/:version/${figure}`, (context) =>
        stageDays(parts, { ...asked(context), figure, version: versionOf(context) }),
      ),
    ]),
  ];
}

import { calledBy, isRouteOf } from "@common/pipelines/called";
import type { PipelineStage } from "@common/pipelines/document/types";
import { appLevel, clusterLevel, screenPath } from "~/navigation/paths";
import { settle } from "~/services/platform/http/settle.server";
import { mayOpen, type Scope } from "~/session/scope.server";
import { listEnvs } from "~/services/pipelines/envs/read.server";
import { keysIn } from "~/services/pipelines/envs/uses.server";
import { listPipelines, readText } from "~/services/pipelines/read.server";

/** Something that a stage works with, and where it opens. */
export type CalledLink = { kind: "index" | "stored query" | "pipeline" | "variable"; name: string; to: string };

type Asked = {
  /** The pipeline that the stage is of. */ id: string | null;
  stage: PipelineStage;
  /** What its script says. */ script: string;
};

async function pipelinesCalled(scope: Scope, { id, stage }: Asked): Promise<CalledLink[]> {
  const calls = calledBy(stage);
  if (calls.length === 0) return [];
  const all = await settle(listPipelines(scope));
  if (!all.ok) return [];
  return all.value.flatMap((pipeline) => {
    const { document } = readText(pipeline.content);
    if (pipeline.id === id || document === null) return [];
    if (!document.routes.some((route) => calls.some((call) => isRouteOf(route, call)))) return [];
    const to = screenPath(clusterLevel, "pipelines", { rest: [pipeline.id] });
    return [{ kind: "pipeline" as const, name: document.description || pipeline.id, to }];
  });
}

async function variablesOf(scope: Scope, { stage, script }: Asked): Promise<CalledLink[]> {
  const keys = keysIn([JSON.stringify(stage.inputs), stage.trigger ?? "", script].join("\n"));
  if (keys.size === 0 || !mayOpen(scope, "global-envs")) return [];
  const all = await settle(listEnvs(scope));
  if (!all.ok) return [];
  return all.value
    .filter(({ key }) => keys.has(key))
    .map(({ key }) => ({
      kind: "variable" as const,
      name: key,
      to: screenPath(clusterLevel, "global-envs", { rest: [key] }),
    }));
}

/**
 * What a stage works with and where it opens, as far as the reader may open it: indices, stored queries, other
 * pipelines that answer its calls, global variables. What cannot be read is left out.
 */
export async function loadCalled(scope: Scope, asked: Asked): Promise<CalledLink[]> {
  const calls = calledBy(asked.stage);
  const indices = mayOpen(scope, "browse") ? [...new Set(calls.flatMap((call) => call.indices))] : [];
  const queries = mayOpen(scope, "stored-queries") ? calls.flatMap(({ storedQuery }) => storedQuery ?? []) : [];
  const [pipelines, variables] = await Promise.all([pipelinesCalled(scope, asked), variablesOf(scope, asked)]);
  return [
    ...pipelines,
    ...indices.map((name) => ({ kind: "index" as const, name, to: screenPath(appLevel(name), "browse") })),
    ...queries.map((name) => ({
      kind: "stored query" as const,
      name,
      to: screenPath(clusterLevel, "stored-queries", { rest: [name] }),
    })),
    ...variables,
  ];
}

import { HttpError } from "@backend/gateway/platform/http/errors";
import { stageNamed } from "@common/pipelines/stages";
import type { StageWork } from "../run/types";
import type { PipelineStage } from "@common/pipelines/document/types";
import { authorization } from "./authorization";
import { elasticsearchQuery } from "./elasticsearch-query";
import { eventStages } from "./events";
import { httpRequest } from "./http-request";
import { recordAnalytics } from "./record";
import { scriptStage } from "./script";
import type { StageServices } from "./services";
import { useCache } from "./use-cache";
import { wordStages } from "./words";

// What cannot run here is valid in a pipeline, and fails by its name.
function missing(use: string): StageWork {
  const kind = stageNamed(use);
  const needs = kind !== null && !kind.runsHere ? kind.missing : null;
  return async () => {
    throw new HttpError(501, `the stage ${use} does not run on this server${needs ? `: ${needs}` : ""}`);
  };
}

/** What each stage does, by its name; scripts by none. */
export function stageTable(services: StageServices): (stage: Pick<PipelineStage, "use">) => StageWork {
  const byName = new Map<string, StageWork>([
    ["authorization", authorization],
    ["reactivesearchQuery", async (run) => void (await services.search.translate(run))],
    ["elasticsearchQuery", elasticsearchQuery(services)],
    ["httpRequest", httpRequest(services)],
    ["useCache", useCache(services)],
    ["recordAnalytics", recordAnalytics(services.analytics)],
    ...wordStages(services),
    ...eventStages(services),
  ]);
  const script = scriptStage(services.scripts);
  return ({ use }) => (use === null ? script : (byName.get(use) ?? missing(use)));
}

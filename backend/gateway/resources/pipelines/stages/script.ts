import { isJsonObject, type JsonObject, parseJson, stringifyJson } from "@common/text/json";
import { PIPELINES_LIMITS } from "@common/limits/pipelines";
import { badRequest } from "@backend/gateway/platform/http/errors";
import { ownerOf } from "@backend/gateway/platform/held/shares";
import type { Scripts } from "@backend/gateway/resources/search-relevance/rules/scripts/service";
import { LIMITS } from "@backend/gateway/resources/search-relevance/rules/scripts/types";
import { contextOf, merged } from "../run/context";
import type { StageWork } from "../run/types";
import type { PipelineScripts, PipelineStage } from "@common/pipelines/document/types";
import { letInOf } from "./signed";

const LONG = { ...LIMITS, timeMs: PIPELINES_LIMITS.stageTime.most };

/** The text of a stage's script; `rank` and `rank.js` are one file. Throws 400 where there is none. */
export function scriptOf({ id, script, scriptRef }: PipelineStage, scripts: PipelineScripts): string {
  if (script !== null) return script;
  const bare = (name: string) => name.replace(/\.js$/, "");
  const found = Object.entries(scripts).find(([name]) => bare(name) === bare(scriptRef ?? ""));
  if (!found) throw badRequest(`stage ${id} has no script: the file ${scriptRef} is missing`);
  return found[1].content;
}

/**
 * Runs `handleRequest` of a script in the sandbox, over the context, and lays what it gives over it. What it prints is
 * kept by stage. An asynchronous one has more time, for it holds nobody up.
 */
export function scriptStage(scripts: Scripts): StageWork {
  return async (run, { stage }) => {
    const script = scriptOf(stage, run.pipeline.scripts);
    const outcome = await scripts.run(
      {
        script,
        handler: "handleRequest",
        context: stringifyJson(contextOf(run.state)),
        limits: stage.async ? LONG : LIMITS,
      },
      run.isTrial ? "trial" : "search",
      ownerOf(letInOf(run).caller),
    );
    if (outcome.logs.length > 0) run.logs[stage.id] = [...(run.logs[stage.id] ?? []), ...outcome.logs];
    if (outcome.kind === "failed") throw badRequest(outcome.message);
    if (!outcome.called) throw badRequest(`the script of stage ${stage.id} has no function handleRequest`);
    const given = outcome.result === null ? null : parseJson(outcome.result);
    const changes: JsonObject = given !== null && isJsonObject(given) ? given : {};
    run.state = merged(run.state, changes);
    return stage.async ? changes : undefined;
  };
}

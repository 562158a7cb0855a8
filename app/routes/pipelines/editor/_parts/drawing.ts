import type { PipelineStage } from "@common/pipelines/document/types";
import type { StageRun } from "~/services/pipelines/trial.server";

/** A stage in the drawing. `from` and `took` in ms since the run began; null where it did not run, or nobody ran it. */
export type DrawnStage = {
  id: string;
  does: string;
  place: number;
  isAsync: boolean;
  stops: boolean;
  enabled: boolean;
  needs: readonly string[];
  trigger: string | null;
  from: number | null;
  took: number | null;
  outcome: StageRun["outcome"] | null;
  error: string | null;
};

/** What a stage does, in a word: the stage's name, or the script's. */
export const doesOf = ({ use, scriptRef }: Pick<PipelineStage, "use" | "scriptRef">): string =>
  use ?? (scriptRef === null ? "script" : `script · ${scriptRef}`);

/**
 * The stages in their order, and after a run when each began: one after the other, those that run beside begin where
 * they stand and end when they do, and a stage waits for those that it needs. Servers tell how long each took, not when.
 */
export function drawStages(
  stages: readonly PipelineStage[],
  runs: readonly StageRun[],
): { stages: DrawnStage[]; total: number } {
  const ends = new Map<string, number>();
  let now = 0;
  let total = 0;
  const drawn = stages.map((stage, place): DrawnStage => {
    const run = runs.find(({ id }) => id === stage.id);
    const ran = run !== undefined && run.outcome !== "skipped" && run.took !== null;
    const from = Math.max(now, ...stage.needs.map((id) => ends.get(id) ?? 0));
    const took = ran ? (run.took ?? 0) : null;
    if (took !== null) {
      ends.set(stage.id, from + took);
      total = Math.max(total, from + took);
      if (!stage.async) now = from + took;
    }
    return {
      id: stage.id,
      does: doesOf(stage),
      place: place + 1,
      isAsync: stage.async,
      stops: !stage.continueOnError || stage.use === "authorization",
      enabled: stage.enabled,
      needs: stage.needs,
      trigger: stage.trigger,
      from: took === null ? null : from,
      took,
      outcome: run?.outcome ?? null,
      error: run?.error ?? null,
    };
  });
  return { stages: drawn, total };
}

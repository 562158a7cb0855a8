import { type LevelRef, type Query, screenPath } from "~/navigation/paths";
import { pipelines } from "../../_parts/thing";

/** The address of a run of a pipeline. */
export const runPath = (
  at: LevelRef,
  { pipeline, run, query = {} }: { pipeline: string; run: string; query?: Query },
): string => screenPath(at, pipelines.screen, { rest: [pipeline, "logs", run], query });

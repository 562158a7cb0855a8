import { parseJson } from "@common/text/json";
import * as z from "zod";
import { notChanged, type UndoKinds, undoKind } from "~/services/platform/changes/undo-kind.server";
import { requirePipeline } from "../read.server";
import { samplesOf, toChangeSample } from "./changes.server";
import { SavedSampleSchema } from "./records.server";
import { getSample } from "./store.server";

const wayBack = z.object({
  pipeline: z.string(),
  id: z.string(),
  version: z.number(),
  past: z.number(),
  sample: SavedSampleSchema.nullable(),
});

/** Puts a sample back as it was, where nobody has saved or deleted it since. */
const setSample = undoKind(z.string(), async (scope, kept) => {
  const { pipeline, id, version, past, sample } = wayBack.parse(parseJson(kept));
  // Samples are for those whom the server lets see the pipeline.
  await requirePipeline(scope, pipeline);
  const now = getSample(scope.context.config, { ...samplesOf(scope, pipeline), id });
  const ready = (now?.version ?? 0) === version;
  return {
    ready,
    note: ready ? notChanged : "The sample has been changed since. Undo would overwrite that change, so it is off.",
    change: toChangeSample(scope, {
      pipeline,
      id,
      version,
      past,
      sample,
      before: now,
      ...(sample !== null && { verb: "restore" }),
    }),
  };
});

/** The ways back of changes to samples of pipelines. */
export const pipelineSampleUndoKinds: UndoKinds = { "set-pipeline-sample": setSample };

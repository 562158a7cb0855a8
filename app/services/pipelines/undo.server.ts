import * as z from "zod";
import { notChanged, type UndoKinds, undoKind } from "~/services/platform/changes/undo-kind.server";
import { getPipeline, readText } from "./read.server";
import { type Move, toReorder, toSwitchPipeline } from "./rewrite.server";
import {
  filesOf,
  filesVersion,
  readFiles,
  toCreatePipeline,
  toDeletePipeline,
  toMakeLive,
  toSaveVersion,
} from "./write.server";

const GONE = "The pipeline has been deleted since, so there is nothing to undo.";
const CHANGED = "The pipeline has been changed since. Undo would overwrite that change, so it is off.";
const empty = { content: "", scripts: {}, description: "", context: null };

const made = z.object({ id: z.string(), version: z.string() });
const deletePipeline = undoKind(made, async (scope, { id, version }) => {
  const found = await getPipeline(scope, id);
  const files = found?.live == null ? undefined : await readFiles(scope.http, { id, number: found.live });
  // What was made has one version; a second is somebody's work, and so is another text.
  const other = found !== undefined && (found.live !== 1 || files === undefined || filesVersion(files) !== version);
  return {
    ready: files !== undefined && !other,
    note: found === undefined ? GONE : other ? CHANGED : notChanged,
    change: toDeletePipeline({ id, files: files ?? empty, expected: version }),
  };
});

const restorePipeline = undoKind(z.object({ text: z.string() }), async (scope, { text }) => {
  const files = filesOf(text);
  const id = readText(files.content).document?.id ?? null;
  const there = id === null ? undefined : await getPipeline(scope, id);
  return {
    ready: there === undefined,
    note:
      there === undefined
        ? "The pipeline is still deleted. Undo makes it again from its live version; the other versions stay deleted."
        : "There is a pipeline of this ID again. Undo would overwrite it, so it is off.",
    change: { ...toCreatePipeline(files), verb: "restore" },
  };
});

const saved = z.object({ id: z.string(), number: z.number(), text: z.string(), version: z.string() });
const savePipeline = undoKind(saved, async (scope, { id, number, text, version }) => {
  const stored = await readFiles(scope.http, { id, number });
  const ready = stored !== undefined && filesVersion(stored) === version;
  return {
    ready,
    note: stored === undefined ? GONE : ready ? notChanged : CHANGED,
    change: toSaveVersion({ id, number, files: filesOf(text), before: stored ?? empty, expected: version }),
  };
});

const live = z.object({ id: z.string(), number: z.number(), from: z.number(), name: z.string() });
const livePipeline = undoKind(live, async (scope, { id, number, from, name }) => {
  const found = await getPipeline(scope, id);
  const ready = found?.live === from;
  return {
    ready,
    note: found === undefined ? GONE : ready ? notChanged : "Another version has been made live since, so undo is off.",
    change: toMakeLive({ id, number, from, name }),
  };
});

const switched = z.object({ id: z.string(), enabled: z.boolean() });
const switchPipeline = undoKind(switched, async (scope, { id, enabled }) => {
  const found = await getPipeline(scope, id);
  const now = found && readText(found.content).document?.enabled;
  const ready = now === !enabled;
  return {
    ready,
    note: found === undefined ? GONE : ready ? notChanged : `It is ${enabled ? "on" : "off"} already.`,
    change: toSwitchPipeline({ pipeline: found ?? { id, content: "{}", live: null }, enabled }),
  };
});

const order = z.record(z.string(), z.number());
const reordered = z.object({ from: order, to: order, moved: z.string() });
const reorderPipelines = undoKind(reordered, async (scope, { from, to, moved }) => {
  const ids = [moved, ...Object.keys(to).filter((id) => id !== moved)];
  const found = await Promise.all(ids.map((id) => getPipeline(scope, id)));
  const moves = ids.map((id, place): Move => {
    const pipeline = found[place] ?? { id, content: "{}", live: null };
    return { pipeline, from: readText(pipeline.content).document?.priority ?? 0, to: to[id] ?? 0 };
  });
  const [first = { pipeline: { id: moved, content: "{}", live: null }, from: 0, to: 0 }, ...others] = moves;
  const ready = found.every((one) => one !== undefined) && moves.every((move) => move.from === from[move.pipeline.id]);
  return {
    ready,
    note: ready ? notChanged : "The order has been changed since. Undo would overwrite that change, so it is off.",
    change: toReorder([first, ...others]),
  };
});

/** The ways back of changes to pipelines. */
export const pipelineUndoKinds: UndoKinds = {
  "delete-pipeline": deletePipeline,
  "restore-pipeline": restorePipeline,
  "save-pipeline": savePipeline,
  "live-pipeline": livePipeline,
  "switch-pipeline": switchPipeline,
  "reorder-pipelines": reorderPipelines,
};

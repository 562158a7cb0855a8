import { linesOfItems } from "@common/pipelines/changed-text";
import { isStageName, STAGES } from "@common/pipelines/stages";
import { loadCalled } from "./called.server";
import { textFile } from "~/services/pipelines/readable.server";
import { readText } from "~/services/pipelines/read.server";
import { faultsBySchema, rulesFor } from "~/services/pipelines/schema/check.server";
import type { PipelineRules } from "~/services/pipelines/schema/schema.server";
import { readRules } from "~/services/pipelines/schema/server-schema.server";
import { sampleOf, type Tried, tryPipeline } from "~/services/pipelines/trial.server";
import type { PipelineFiles } from "~/services/pipelines/write.server";
import type { Scope } from "~/session/scope.server";
import { drawStages } from "./drawing";
import { missingFiles } from "./form.server";
import { shownStage, stageFields } from "./stage-fields.server";

type Asked = { id: string | null; files: PipelineFiles; file: string; stage: string; run: boolean };

/** What the stage left of its own, where a run tells: what it put under its id, else what it made of request and answer. */
function leftOf(tried: Tried | null, id: string) {
  const run = tried?.ok ? tried.trial.stages.find((one) => one.id === id) : undefined;
  if (run === undefined) return null;
  const own = run.context?.[id];
  return {
    outcome: run.outcome,
    took: run.took,
    error: run.error,
    own: own === undefined ? null : JSON.stringify(own, null, 2).slice(0, 4000),
  };
}

/** The stages that can be added: those that the server has, first the ones that this product describes. */
function offeredBy(rules: PipelineRules) {
  const described = STAGES.filter(({ name }) => rules.has(name));
  const others = [...rules].filter(([name]) => !isStageName(name));
  return [
    ...described.map(({ name, title, missing }) => ({ name: String(name), title, missing })),
    ...others.map(([name, { title }]) => ({ name, title: title || name, missing: null })),
  ];
}

/** What the editor shows of the files of a pipeline: its drawing, one of the files, and one of the stages. */
export async function loadEditorPage(scope: Scope, { id, files, file, stage, run }: Asked) {
  const { content, scripts, description, context } = files;
  const { document, faults: unread } = readText(content);
  const [{ rules, own }, tried] = await Promise.all([
    readRules(scope),
    run && document !== null
      ? tryPipeline(scope, { id, content, scripts, sample: sampleOf({ context, content }) })
      : null,
  ]);
  const faults = [...unread, ...faultsBySchema(content, rules, unread)];
  const stages = document?.stages ?? [];
  const chosen = stages.find((one) => one.id === stage);
  const lines = document === null ? [] : linesOfItems(content, "stages");
  const at = chosen ? stages.indexOf(chosen) : -1;
  const shown = chosen && stageFields(chosen, chosen.use === null ? undefined : rulesFor(rules, chosen.use));
  const script = chosen?.script ?? scripts[chosen?.scriptRef ?? ""] ?? "";
  return {
    content,
    description,
    textName: textFile(content),
    names: Object.keys(scripts),
    scripts: { ...scripts },
    shownFile: file in scripts ? file : "",
    missing: missingFiles(files),
    /** Why the text was not checked by the server's schema; null where it was. */
    checkedByOwn: own,
    faults: faults.map(({ message, line, column }) => ({ message, line, column })),
    drawing: drawStages(stages, tried?.ok ? tried.trial.stages : []),
    tried:
      tried &&
      (tried.ok
        ? { ok: true as const, code: tried.trial.code, took: tried.trial.took, error: tried.trial.error }
        : tried),
    stage: shown
      ? {
          ...shown,
          was: shownStage(shown),
          place: at + 1,
          count: stages.length,
          lines: lines[at] ?? null,
          left: leftOf(tried, chosen.id),
          called: await loadCalled(scope, { id, stage: chosen, script }),
          scriptRef: chosen.scriptRef,
        }
      : null,
    offered: offeredBy(rules),
    lets: stages.some(({ use, enabled }) => use === "authorization" && enabled),
  };
}

export type EditorPage = Awaited<ReturnType<typeof loadEditorPage>>;

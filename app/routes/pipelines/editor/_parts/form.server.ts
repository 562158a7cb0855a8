import { parseWithZod } from "@conform-to/zod/v4";
import { DocumentFault } from "@common/pipelines/document/faults";
import * as z from "zod";
import { formReply } from "~/components/forms/reply.server";
import { scriptNames } from "~/services/pipelines/read.server";
import type { PipelineFiles } from "~/services/pipelines/write.server";
import type { JsonValue } from "@common/text/json";
import { EDIT, stepOf } from "./intents";
import { type TypedStage, wrongInputs } from "./stage-changes.server";
import { stepped, type Stepped } from "./steps.server";

const ticked = z.boolean().default(false);
const typed = (most: number) => z.string().max(most).default("");

/** What the editor posts, whichever of its buttons was pressed. */
const EditorSchema = z.object({
  version: typed(100),
  content: z.string({ error: "Enter the text of the pipeline." }).max(2_000_000),
  description: typed(500),
  files: z
    .array(z.object({ name: z.string().min(1).max(200), text: typed(1_000_000) }))
    .max(100)
    .default([]),
  file: typed(200),
  stage: typed(200),
  add: typed(200),
  stageId: typed(200),
  stageAsync: ticked,
  stageContinues: ticked,
  stageEnabled: ticked,
  stageNeeds: typed(2000),
  stageTrigger: typed(4000),
  stageWas: typed(400_000),
  inputs: z
    .array(z.object({ name: z.string().min(1).max(200), value: typed(200_000) }))
    .max(100)
    .default([]),
  then: typed(220),
});

export type Posted = Stepped & { version: string; then: string };

type Taken = { ok: true; posted: Posted } | { ok: false; reply: ReturnType<typeof formReply> };

const told = ({ faults }: DocumentFault) =>
  faults
    .slice(0, 3)
    .map(({ message, line, column }) => (line === null ? message : `Line ${line}, column ${column ?? 1}: ${message}.`));

/** What was posted, with the step of the pressed button done in it; else the answer with what is wrong. */
export function takeEditor(form: FormData, { context }: { context: JsonValue | null }): Taken {
  const submission = parseWithZod(form, { schema: EditorSchema });
  if (submission.status !== "success") return { ok: false, reply: formReply(submission, { intent: EDIT }) };
  const value = submission.value;
  const files: PipelineFiles = {
    content: value.content.replaceAll("\r\n", "\n"),
    scripts: Object.fromEntries(value.files.map(({ name, text }) => [name, text.replaceAll("\r\n", "\n")])),
    description: value.description,
    context,
  };
  const stage: TypedStage = {
    add: value.add,
    id: value.stageId,
    isAsync: value.stageAsync,
    continueOnError: value.stageContinues,
    enabled: value.stageEnabled,
    needs: value.stageNeeds,
    trigger: value.stageTrigger,
    was: value.stageWas,
    inputs: Object.fromEntries(value.inputs.map(({ name, value: text }) => [name, text.replaceAll("\r\n", "\n")])),
  };
  const step = stepOf(value.then);
  const refused = (problem: readonly string[]) => ({
    ok: false as const,
    reply: formReply(submission, { intent: EDIT, fieldErrors: { content: [...problem] } }),
  });
  const wrong = wrongInputs(stage);
  const fieldErrors = Object.fromEntries(
    value.inputs.flatMap(({ name }, at) => (wrong[name] === undefined ? [] : [[`inputs[${at}].value`, [wrong[name]]]])),
  );
  if (Object.keys(wrong).length > 0) return { ok: false, reply: formReply(submission, { intent: EDIT, fieldErrors }) };
  try {
    const shown = { file: value.file, stage: value.stage, run: false };
    const done = stepped(files, { step, shown, typed: stage });
    const lacks = step.kind === "save" || step.kind === "save-new" ? missingFiles(done.files) : [];
    if (lacks.length > 0)
      return refused([`The file ${lacks.join(", ")} is missing. Add it, or take its name out of the text.`]);
    return { ok: true, posted: { ...done, version: value.version, then: step.kind } };
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error;
    return refused(told(error));
  }
}

const bare = (name: string) => name.replace(/\.js$/, "");

/** Files that stages name and nobody has; `rank` and `rank.js` are the same. */
export function missingFiles({ content, scripts }: Pick<PipelineFiles, "content" | "scripts">): string[] {
  const there = new Set(Object.keys(scripts).map(bare));
  return scriptNames(content).filter((name) => !there.has(bare(name)));
}

import type { TextChange } from "@common/pipelines/changed-text";
import type { PipelineStage } from "@common/pipelines/document/types";
import { stageNamed } from "@common/pipelines/stages";
import type { InputType } from "@common/pipelines/stages/kind";
import { type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { readText } from "~/services/pipelines/read.server";

/** One input of a stage as a field: what it holds, as it is typed. */
export type InputField = {
  name: string;
  type: InputType;
  required: boolean;
  hint: string;
  choices: readonly string[];
  value: string;
};

/** A stage as the form beside the text shows it. */
export type StageFields = {
  id: string;
  title: string;
  description: string;
  /** Why it does not run here. */
  missing: string | null;
  inputs: InputField[];
  isAsync: boolean;
  continueOnError: boolean;
  enabled: boolean;
  needs: string;
  trigger: string;
};

/** What was typed of a stage; `add`: the stage that is to be added. Inputs by name. */
export type TypedStage = {
  add: string;
  id: string;
  isAsync: boolean;
  continueOnError: boolean;
  enabled: boolean;
  needs: string;
  trigger: string;
  inputs: Readonly<Record<string, string>>;
  /** The same as the form showed it: what was not touched in the form is left to the text. */
  was: string;
};

/** What a form shows of a stage, to be compared with what comes back. */
const shownSchema = z.object({
  id: z.string(),
  isAsync: z.boolean(),
  continueOnError: z.boolean(),
  enabled: z.boolean(),
  needs: z.string(),
  trigger: z.string(),
  inputs: z.record(z.string(), z.string()),
});
type ShownStage = z.output<typeof shownSchema>;

/** The fields of a stage as a form sends them back beside what was typed. */
export function shownStage({ id, isAsync, continueOnError, enabled, needs, trigger, inputs }: StageFields): string {
  const values = Object.fromEntries(inputs.map(({ name, value }) => [name, value]));
  return JSON.stringify({ id, isAsync, continueOnError, enabled, needs, trigger, inputs: values } satisfies ShownStage);
}

function shownIn(text: string): ShownStage | null {
  try {
    return shownSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

const written = (value: JsonValue | undefined): string =>
  value === undefined ? "" : typeof value === "string" ? value : stringifyJson(value);

/** The fields of a stage by its id; null where the text has none of it. */
export function stageFields(stage: PipelineStage): StageFields {
  const kind = stage.use === null ? null : stageNamed(stage.use);
  const known = Object.entries(kind?.inputs ?? {}).map(([name, input]) => ({
    ...input,
    name,
    choices: input.choices ?? [],
  }));
  // What nobody knows of can be changed all the same.
  const others = Object.keys(stage.inputs)
    .filter((name) => !known.some((one) => one.name === name))
    .map((name) => ({ name, type: "any" as const, required: false, hint: "", choices: [] }));
  return {
    id: stage.id,
    title: kind?.title ?? stage.use ?? "Script",
    description:
      stage.use !== null && !kind
        ? "A stage that this console does not know."
        : (kind?.description ?? "Runs handleRequest() of its file. What it gives back lies over the context."),
    missing: kind?.missing ?? null,
    inputs: [...known, ...others].map((input) => ({ ...input, value: written(stage.inputs[input.name]) })),
    isAsync: stage.async,
    continueOnError: stage.continueOnError,
    enabled: stage.enabled,
    needs: stage.needs.join(", "),
    trigger: stage.trigger ?? "",
  };
}

/** A value as it was typed: JSON where its input is no text, or reads as JSON; a text otherwise, `{{…}}` among them. */
function valueOf(text: string, type: InputType): JsonValue {
  if (type === "string") return text;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** The changes of the text that make a stage what was typed; what was not touched stays as the text has it. */
export function stageChanges(
  content: string,
  { at, typed }: { at: number; typed: TypedStage },
): { changes: TextChange[]; id: string } {
  const stage = readText(content).document?.stages[at];
  const was = shownIn(typed.was);
  if (stage === undefined || was === null) return { changes: [], id: typed.id };
  const path = (name: string) => ["stages", at, name];
  const id = typed.id.trim() || stage.id;
  const flag = (name: string, [before, now]: [boolean, boolean], otherwise: boolean): TextChange[] =>
    before === now ? [] : [{ path: path(name), value: now === otherwise ? undefined : now }];
  const needs = typed.needs.split(/[\s,]+/).filter(Boolean);
  const trigger = typed.trigger.trim();
  const types = new Map(stageFields(stage).inputs.map(({ name, type }) => [name, type]));
  const inputs = Object.entries(typed.inputs).flatMap(([name, now]): TextChange[] => {
    if (now === (was.inputs[name] ?? "")) return [];
    return [
      { path: [...path("inputs"), name], value: now === "" ? undefined : valueOf(now, types.get(name) ?? "any") },
    ];
  });
  return {
    id,
    changes: [
      ...(id === was.id ? [] : [{ path: path("id"), value: id }]),
      ...flag("async", [was.isAsync, typed.isAsync], false),
      ...flag("continueOnError", [was.continueOnError, typed.continueOnError], true),
      ...flag("enabled", [was.enabled, typed.enabled], true),
      ...(typed.needs === was.needs ? [] : [{ path: path("needs"), value: needs.length === 0 ? undefined : needs }]),
      ...(trigger === was.trigger
        ? []
        : [{ path: path("trigger"), value: trigger === "" ? undefined : { expression: trigger } }]),
      ...inputs,
    ],
  };
}

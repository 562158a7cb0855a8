import type { PipelineStage } from "@common/pipelines/document/types";
import { stageNamed } from "@common/pipelines/stages";
import { INPUT_TYPES, type InputType } from "@common/pipelines/stages/kind";
import { type JsonValue, stringifyJson } from "@common/text/json";
import * as z from "zod";
import type { StageRules } from "~/services/pipelines/schema/schema.server";

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

/** What a form shows of a stage, to be compared with what comes back. */
const shownSchema = z.object({
  id: z.string(),
  isAsync: z.boolean(),
  continueOnError: z.boolean(),
  enabled: z.boolean(),
  needs: z.string(),
  trigger: z.string(),
  inputs: z.record(z.string(), z.string()),
  types: z.record(z.string(), z.enum(INPUT_TYPES)),
});
type ShownStage = z.output<typeof shownSchema>;

/** The fields of a stage as a form sends them back beside what was typed. */
export function shownStage({ id, isAsync, continueOnError, enabled, needs, trigger, inputs }: StageFields): string {
  const values = Object.fromEntries(inputs.map(({ name, value }) => [name, value]));
  const types = Object.fromEntries(inputs.map(({ name, type }) => [name, type]));
  const shown: ShownStage = { id, isAsync, continueOnError, enabled, needs, trigger, inputs: values, types };
  return JSON.stringify(shown);
}

/** The stage as the form showed it, read from what came back; null for anything else. */
export function shownIn(text: string): ShownStage | null {
  try {
    return shownSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

const written = (value: JsonValue | undefined): string =>
  value === undefined ? "" : typeof value === "string" ? value : stringifyJson(value);

const isInputType = (type: string): type is InputType => INPUT_TYPES.some((one) => one === type);

/** The inputs of a stage that only its server has, as that tells of them. */
function inputsByRules({ types, required }: StageRules) {
  return [...new Set([...required, ...types.keys()])].map((name) => {
    const [type = "any", more] = types.get(name) ?? [];
    const isOne = more === undefined && isInputType(type);
    return { name, type: isOne ? type : "any", required: required.includes(name), hint: "", choices: [] };
  });
}

/** A stage as fields. `rules`: what its server says of it, for one that this product does not have. */
export function stageFields(stage: PipelineStage, rules?: StageRules): StageFields {
  const kind = stage.use === null ? null : stageNamed(stage.use);
  const known =
    kind === null && rules !== undefined
      ? inputsByRules(rules)
      : Object.entries(kind?.inputs ?? {}).map(([name, input]) => ({ ...input, name, choices: input.choices ?? [] }));
  // What nobody knows of can be changed all the same.
  const others = Object.keys(stage.inputs)
    .filter((name) => !known.some((one) => one.name === name))
    .map((name) => ({ name, type: "any" as const, required: false, hint: "", choices: [] }));
  return {
    id: stage.id,
    title: kind?.title ?? (rules?.title || stage.use) ?? "Script",
    description:
      stage.use !== null && !kind
        ? (rules?.description ?? "") || "A stage that this console does not know."
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

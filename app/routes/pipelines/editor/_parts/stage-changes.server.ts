import type { TextChange } from "@common/pipelines/changed-text";
import type { InputType } from "@common/pipelines/stages/kind";
import { type JsonValue, parseJson } from "@common/text/json";
import { parseJsonText } from "~/lib/json/text.server";
import { readText } from "~/services/pipelines/read.server";
import { shownIn } from "./stage-fields.server";

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

/** A value as it was typed: JSON where its input is no text, or reads as JSON; a text otherwise, `{{…}}` among them. */
function valueOf(text: string, type: InputType): JsonValue {
  if (type === "string") return text;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/**
 * What is wrong in the inputs that were typed, by their names: a list or an object that is not JSON. What was not
 * touched, and what holds values of the context, is left to the check of the text.
 */
export function wrongInputs({ was, inputs }: Pick<TypedStage, "was" | "inputs">): Readonly<Record<string, string>> {
  const shown = shownIn(was);
  if (shown === null) return {};
  const wrong = Object.entries(inputs).flatMap(([name, text]): [string, string][] => {
    const type = shown.types[name];
    if ((type !== "object" && type !== "array") || text === shown.inputs[name] || text === "") return [];
    if (text.includes("{{")) return [];
    const read = parseJsonText(text);
    return read.ok ? [] : [[name, read.message]];
  });
  return Object.fromEntries(wrong);
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
  const inputs = Object.entries(typed.inputs).flatMap(([name, now]): TextChange[] => {
    if (now === (was.inputs[name] ?? "")) return [];
    return [
      { path: [...path("inputs"), name], value: now === "" ? undefined : valueOf(now, was.types[name] ?? "any") },
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

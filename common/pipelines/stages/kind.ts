/** What an input holds. In the place of any of them may stand a text with `{{values}}` of the context. */
export const INPUT_TYPES = ["string", "integer", "number", "boolean", "object", "array", "any"] as const;
export type InputType = (typeof INPUT_TYPES)[number];

/** One input of a stage. `hint` says in a few words what to write. */
export type StageInput = {
  type: InputType;
  required: boolean;
  hint: string;
  choices?: readonly string[];
  /** It is the address or path of what the stage asks. */
  calls?: true;
};

/** What a stage is for readers and for the schema. `missing` says why it does not run here. */
export type StageKind = {
  title: string;
  description: string;
  inputs: Readonly<Record<string, StageInput>>;
} & ({ runsHere: true } | { runsHere: false; missing: string });

type Rest = Omit<StageInput, "type" | "required" | "hint">;

/** An input that may be left out. */
export function optional(type: InputType, hint: string, rest: Rest = {}): StageInput {
  return { type, required: false, hint, ...rest };
}

/** An input without which the stage cannot run. */
export function required(type: InputType, hint: string, rest: Rest = {}): StageInput {
  return { type, required: true, hint, ...rest };
}

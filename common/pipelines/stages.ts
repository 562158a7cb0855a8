import type { StageKind } from "./stages/kind";
import { REQUEST_STAGES } from "./stages/requests";
import { RESULT_STAGES } from "./stages/results";
import { SERVICE_STAGES } from "./stages/services";

// One table for the gateway, which runs stages and describes them in its schema, and for the console, which offers
// them.

const TABLE = { ...REQUEST_STAGES, ...RESULT_STAGES, ...SERVICE_STAGES };

export type StageName = keyof typeof TABLE;

/** A stage with its name. `missing` says why it does not run here; null for one that does. */
export type Stage = Pick<StageKind, "title" | "description" | "inputs" | "runsHere"> & {
  name: StageName;
  missing: string | null;
};

/** Whether a stage has this name, letter for letter. */
export function isStageName(name: string): name is StageName {
  return Object.hasOwn(TABLE, name);
}

/** What a stage was called before; public templates still write it. */
const FORMER_NAMES: Readonly<Record<string, StageName>> = { answerAI: "AIAnswer" };

/** The stage that a text names, by its name of today or of before; null where there is none. */
export function stageMeant(name: string): StageName | null {
  if (isStageName(name)) return name;
  return Object.hasOwn(FORMER_NAMES, name) ? (FORMER_NAMES[name] ?? null) : null;
}

function stageOf(name: StageName): Stage {
  const kind: StageKind = TABLE[name];
  return { name, ...kind, missing: kind.runsHere ? null : kind.missing };
}

/** Every stage that `use` may name, in the order in which they are offered. */
export const STAGES: readonly Stage[] = Object.keys(TABLE).filter(isStageName).map(stageOf);

/** The stage of a name; null where there is none. */
export function stageNamed(name: string): Stage | null {
  return STAGES.find((stage) => stage.name === name) ?? null;
}

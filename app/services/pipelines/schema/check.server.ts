import { createFaults, DocumentFault, type Fault, placeText, quoted } from "@common/pipelines/document/faults";
import { readSource } from "@common/pipelines/document/source/source";
import { stageMeant } from "@common/pipelines/stages";
import { isJsonObject, type JsonObject, type JsonValue, LosslessNumber } from "@common/text/json";
import type { PipelineRules, StageRules } from "./schema.server";

const textOf = (value: JsonValue | undefined) => (typeof value === "string" && value.trim() !== "" ? value : null);

/** The stage that one of the list names; null for a script. */
function nameOf(stage: JsonObject): { name: string; member: string } | null {
  for (const member of ["use", "uses"]) {
    const name = textOf(stage[member]);
    if (name !== null) return { name, member };
  }
  const isScript = textOf(stage["script"]) !== null || textOf(stage["scriptRef"]) !== null;
  const name = isScript ? null : textOf(stage["id"]);
  return name === null ? null : { name, member: "id" };
}

function typesOf(value: JsonValue): string[] {
  if (value === null) return ["null"];
  if (Array.isArray(value)) return ["array"];
  if (isJsonObject(value)) return ["object"];
  if (typeof value === "number" || value instanceof LosslessNumber)
    return Number.isInteger(Number(value)) ? ["number", "integer"] : ["number"];
  return [typeof value];
}

// In the place of any value may stand a text with values of the context.
const isFilledIn = (value: JsonValue) => typeof value === "string" && value.includes("{{");

/** What a server says of the stage that a text names, by its name of today or of before. */
export const rulesFor = (rules: PipelineRules, name: string): StageRules | undefined =>
  rules.get(name) ?? rules.get(stageMeant(name) ?? "");

/**
 * What is wrong in the stages of a text by the schema of a server, each with its place: names that it does not know,
 * inputs that are missing or of another type. `known`: what was found already, which is not said again. A text that
 * cannot be read has none.
 */
export function faultsBySchema(content: string, rules: PipelineRules, known: readonly Fault[]): Fault[] {
  try {
    const { text, source } = readSource(content);
    const stages = isJsonObject(source.value) ? source.value["stages"] : null;
    const faults = createFaults({ text, offsetOf: source.offsetOf });
    const said = new Set(known.map(({ path }) => placeText(path)));
    const add = (path: (string | number)[], reason: string) => {
      if (!said.has(placeText(path))) faults.add(path, reason);
    };
    for (const [at, stage] of (Array.isArray(stages) ? stages : []).entries())
      if (isJsonObject(stage)) checkStage(stage, { path: ["stages", at], rules, add });
    return [...faults.error().faults];
  } catch (error) {
    if (error instanceof DocumentFault) return [];
    throw error;
  }
}

type Checking = {
  path: (string | number)[];
  rules: PipelineRules;
  add: (path: (string | number)[], reason: string) => void;
};

function checkStage(stage: JsonObject, { path, rules, add }: Checking): void {
  const named = nameOf(stage);
  if (named === null) return;
  const found = rulesFor(rules, named.name);
  if (found === undefined)
    return add([...path, named.member], `there is no stage ${quoted(named.name)} on this server`);
  const given = stage["inputs"];
  const inputs = given !== undefined && given !== null && isJsonObject(given) ? given : {};
  const place = given === undefined ? path : [...path, "inputs"];
  for (const name of found.required)
    if (!Object.hasOwn(inputs, name) || inputs[name] === null)
      add(place, `the stage ${named.name} needs the input ${quoted(name)}`);
  for (const [name, value = null] of Object.entries(inputs)) {
    const types = found.types.get(name) ?? [];
    if (types.length === 0 || isFilledIn(value) || typesOf(value).some((type) => types.includes(type))) continue;
    add([...path, "inputs", name], `must be of the type ${types.slice(0, 5).join(" or ")}`);
  }
}

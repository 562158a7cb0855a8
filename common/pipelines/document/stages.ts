import type { JsonObject } from "@common/text/json";
import { isStageName, STAGES, stageMeant, stageNamed } from "@common/pipelines/stages";
import type { PipelineStage } from "./types";
import { type Faults, type Path, placeText, quoted } from "./faults";
import { DOCUMENT_LIMITS } from "./limits";
import { asText, type Members, membersOfEach } from "./members";
import { checkNeeds } from "./needs";

/** A stage of which only the id may be missing yet. */
type Read = { stage: Omit<PipelineStage, "id">; id: string | null; path: Path };
type Work = Pick<PipelineStage, "use" | "script" | "scriptRef">;

// Names of every object, which a result under the id of its stage would cover.
const REFUSED_IDS = ["__proto__", "constructor", "prototype"];

function requireKnown(stage: Members, { name, as }: { name: string; as: string }): string {
  const known = stageMeant(name);
  if (known !== null) return known;
  const meant = STAGES.find((one) => one.name.toLowerCase() === name.toLowerCase());
  stage.refuse(as, `there is no stage ${quoted(name)}${meant ? `, but ${quoted(meant.name)}` : ""}`);
  return name;
}

type Reading = { faults: Faults; anyStage: boolean };

function workOf(stage: Members, { id, faults, anyStage }: Reading & { id: string | null }): Work {
  const [script, scriptRef] = [stage.text("script"), stage.text("scriptRef")];
  // Pages of the public documentation write `uses`.
  const as = stage.text("use") === null ? "uses" : "use";
  const named = stage.text(as);
  const use =
    named === null ? null : anyStage ? (stageMeant(named) ?? named) : requireKnown(stage, { name: named, as });
  const given = [use, script, scriptRef].filter((one) => one !== null).length;
  if (given > 1) faults.add(stage.path, "must have one of use, script and scriptRef, not several");
  if (given > 0) return { use, script, scriptRef };
  if (id === null || !isStageName(id))
    faults.add(stage.path, "needs a stage (use), a script (script) or the name of a script (scriptRef)");
  return { use: id, script, scriptRef };
}

function inputsOf(stage: Members, { use, faults }: { use: string | null; faults: Faults }): JsonObject {
  const inputs = stage.object("inputs");
  const kind = use === null ? null : stageNamed(use);
  for (const [name, { required }] of Object.entries(kind?.inputs ?? {})) {
    if (required && (inputs?.[name] ?? null) === null)
      faults.add(inputs ? [...stage.path, "inputs"] : stage.path, `the stage ${use} needs the input ${quoted(name)}`);
  }
  return inputs ?? {};
}

function needsOf(stage: Members, raw: JsonObject, faults: Faults): string[] {
  const given = raw["needs"] ?? null;
  if (given === null) return [];
  const names = (Array.isArray(given) ? given : [given]).map((one) => asText(one));
  const texts = names.filter((name) => name !== undefined);
  if (texts.length < names.length) faults.add([...stage.path, "needs"], "must be a list of ids of stages");
  return [...new Set(texts)];
}

// A condition is an object with an expression, or the expression alone.
function triggerOf(stage: Members, raw: JsonObject): string | null {
  return typeof raw["trigger"] === "string"
    ? stage.text("trigger")
    : (stage.members("trigger")?.text("expression") ?? null);
}

function readStage(stage: Members, { raw, faults, anyStage }: Reading & { raw: JsonObject }): Read {
  const id = stage.text("id");
  if (id !== null && id.length > DOCUMENT_LIMITS.idLength)
    stage.refuse("id", `is longer than ${DOCUMENT_LIMITS.idLength} characters`);
  if (id !== null && REFUSED_IDS.includes(id)) stage.refuse("id", `${quoted(id)} is not allowed`);
  const work = workOf(stage, { id, faults, anyStage });
  return {
    id,
    path: stage.path,
    stage: {
      ...work,
      enabled: stage.flag("enabled", true),
      description: stage.text("description") ?? "",
      async: stage.flag("async", false),
      continueOnError: stage.flag("continueOnError", true),
      needs: needsOf(stage, raw, faults),
      inputs: inputsOf(stage, { use: work.use, faults }),
      trigger: triggerOf(stage, raw),
    },
  };
}

// An id that was given goes first; one that is made is the stage's name, with the first number that is free.
function withIds(read: readonly Read[], faults: Faults): PipelineStage[] {
  const taken = new Map<string, Path>();
  for (const { id, path } of read) {
    const other = id === null ? undefined : taken.get(id);
    if (other !== undefined) faults.add([...path, "id"], `${quoted(id ?? "")} is the id of ${placeText(other)} too`);
    else if (id !== null) taken.set(id, path);
  }
  return read.map(({ id, stage, path }) => {
    if (id !== null) return { id, ...stage };
    const name = stage.use ?? "script";
    let made = name;
    for (let number = 2; taken.has(made); number++) made = `${name}-${number}`;
    taken.set(made, path);
    return { id: made, ...stage };
  });
}

/** The stages of a pipeline, in their order. */
export function readStages(pipeline: Members, { faults, anyStage }: Reading): PipelineStage[] {
  const given = pipeline.list("stages", "a pipeline needs at least one stage");
  if (given.length > DOCUMENT_LIMITS.stages) {
    pipeline.refuse("stages", `these are ${given.length} stages, more than ${DOCUMENT_LIMITS.stages}`);
    return [];
  }
  const read = membersOfEach(given, { path: ["stages"], faults }).map(({ members, raw }) =>
    readStage(members, { raw, faults, anyStage }),
  );
  const stages = withIds(read, faults);
  checkNeeds(stages, { faults, pathOf: (place) => read[place]?.path ?? [] });
  return stages;
}

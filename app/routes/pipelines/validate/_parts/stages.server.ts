import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import { type Changes, changesBetween } from "~/editor/changes.server";
import type { Sample, StageRun, Trial } from "~/services/pipelines/trial.server";

/** What a stage changed: which part of the context, and how. */
export type StageChange = { part: string; added: boolean; changes: Changes };

/** A stage of two versions side by side; what one of them does not have is null. Times in ms. */
export type StageRow = {
  id: string;
  live: Pick<StageRun, "took" | "outcome"> | null;
  own: Pick<StageRun, "took" | "outcome" | "error"> | null;
  /** The parts of the context that it changed; null where the server does not tell. */
  changed: string[] | null;
  /** It is there in both, and changed something else than the live one did. */
  differs: boolean;
};

const MOST_ROWS = 80;
const MESSAGES = ["request", "response"] as const;
const textOf = (value: JsonValue | undefined) =>
  value === undefined || value === null ? "" : typeof value === "string" ? value : stringifyJson(value);
const objectOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && value !== null && isJsonObject(value) ? value : {};

/** The parts of a context by name: those of request and answer each by itself, then what stages put beside them. */
function partsOf(context: JsonObject): Map<string, string> {
  const parts = new Map<string, string>();
  for (const message of MESSAGES)
    for (const [name, value] of Object.entries(objectOf(context[message]))) {
      const text = textOf(value);
      if (text !== "" && text !== "{}") parts.set(`${message}.${name}`, text);
    }
  for (const [name, value] of Object.entries(context))
    if (name !== "request" && name !== "response") parts.set(name, textOf(value));
  return parts;
}

/** What the first stage began with, as far as the sample tells: its body, no answer, nothing of its own. */
function beginning(sample: Sample, first: JsonObject): JsonObject {
  return { envs: first["envs"] ?? {}, request: { ...objectOf(first["request"]), body: sample.body } };
}

type Changed = { run: StageRun; parts: { part: string; before: string; after: string }[] | null };

function changedBy(sample: Sample, { stages }: Trial): Changed[] {
  let before: JsonObject | null = null;
  return stages.map((run) => {
    const { context } = run;
    if (context === null || Object.keys(context).length === 0)
      return { run, parts: run.outcome === "done" ? null : [] };
    const [old, fresh] = [partsOf(before ?? beginning(sample, context)), partsOf(context)];
    before = context;
    const names = [...new Set([...fresh.keys(), ...old.keys()])].filter((name) => old.get(name) !== fresh.get(name));
    return {
      run,
      parts: names.map((part) => ({ part, before: old.get(part) ?? "", after: fresh.get(part) ?? "" })),
    };
  });
}

const short = (changes: Changes): Changes => ({
  ...changes,
  rows: changes.rows.slice(0, MOST_ROWS),
  cut: changes.cut || changes.rows.length > MOST_ROWS,
});

/** What each stage of a run changed against the one before it; those that changed nothing are left out. */
export function stageChanges(
  sample: Sample,
  trial: Trial,
): { id: string; took: number | null; parts: StageChange[] }[] {
  return changedBy(sample, trial)
    .filter(({ parts }) => parts !== null && parts.length > 0)
    .map(({ run, parts }) => ({
      id: run.id,
      took: run.took,
      parts: (parts ?? []).map(({ part, before, after }) => ({
        part,
        added: before === "",
        changes: short(changesBetween(before, after)),
      })),
    }));
}

const said = (changed: Changed | undefined) =>
  (changed?.parts ?? []).map(({ part, after }) => `${part}=${part === "response.body" ? "" : after}`).join("\n");

/** The stages of a run, and where there is one those of the live version beside them: those that it alone has come last. */
export function stageRows(sample: Sample, { own, live }: { own: Trial; live: Trial | null }): StageRow[] {
  const [mine, theirs] = [changedBy(sample, own), live ? changedBy(sample, live) : []];
  const liveOf = new Map(theirs.map((one) => [one.run.id, one]));
  const ownIds = new Set(mine.map(({ run }) => run.id));
  const rows = mine.map((one): StageRow => {
    const { id, took, outcome, error } = one.run;
    const other = liveOf.get(id);
    return {
      id,
      live: other ? { took: other.run.took, outcome: other.run.outcome } : null,
      own: { took, outcome, error },
      changed: one.parts?.map(({ part }) => part) ?? null,
      differs: live !== null && (other === undefined || outcome !== other.run.outcome || said(one) !== said(other)),
    };
  });
  const gone = theirs
    .filter(({ run }) => !ownIds.has(run.id))
    .map(({ run: { id, took, outcome } }): StageRow => ({
      id,
      live: { took, outcome },
      own: null,
      changed: [],
      differs: true,
    }));
  return [...rows, ...gone];
}

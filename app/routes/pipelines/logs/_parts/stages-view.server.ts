import type { PipelineDocument, PipelineStage } from "@common/pipelines/document/types";
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import { type DiffRow, diffLines } from "~/lib/json/diff.server";
import { readableBody } from "~/services/data/logs/body-view.server";
import type { RunRecord, RunStage } from "~/services/pipelines/logs/get.server";
import type { Outcome } from "~/services/pipelines/logs/words";

/** Characters of each side that are compared on a page. */
const MOST_COMPARED = 12_000;

/** A part of the context that a stage changed: `request.body`, `envs.index`, the value of a stage. */
type Changed = { part: string; rows: DiffRow[] };

/** A stage of a run as its card shows it. */
export type StageView = {
  place: number;
  id: string;
  use: string;
  isAsync: boolean;
  outcome: Outcome;
  /** Why it was passed over, or what the run did behind its failure. */
  why: string | null;
  took: number | null;
  /** Of the longest stage, from 0 to 1. */
  share: number;
  error: { status: number | null; message: string } | null;
  changed: Changed[];
  /** The difference as the server told it, where it told nothing else. */
  recorded: string | null;
  /** What a stage that failed was given, and what there was of it. */
  input: string | null;
  output: string | null;
};

const textOf = (value: JsonValue | undefined) =>
  value === undefined ? "" : typeof value === "string" ? value : stringifyJson(value);
const objectIn = (value: JsonObject, name: string): JsonObject => {
  const found = value[name];
  return found !== undefined && isJsonObject(found) ? found : {};
};

/** The parts of a context that are compared, as texts by name: bodies alone, headers and variables one by one. */
function partsOf(context: JsonObject): Map<string, string> {
  const { request: _request, response: _response, envs: _envs, ...values } = context;
  const [request, response, envs] = ["request", "response", "envs"].map((name) => objectIn(context, name)) as [
    JsonObject,
    JsonObject,
    JsonObject,
  ];
  const { body, ...restOfRequest } = request;
  const { body: answer, ...restOfResponse } = response;
  const entries: [string, JsonValue | undefined][] = [
    ["request.body", body],
    ...Object.entries(restOfRequest).map(([name, one]): [string, JsonValue] => [`request.${name}`, one ?? null]),
    ["response.body", answer],
    ...Object.entries(restOfResponse).map(([name, one]): [string, JsonValue] => [`response.${name}`, one ?? null]),
    ...Object.entries(envs).map(([name, one]): [string, JsonValue] => [`envs.${name}`, one ?? null]),
    ...Object.entries(values).map(([name, one]): [string, JsonValue] => [name, one ?? null]),
  ];
  return new Map(entries.map(([name, one]) => [name, textOf(one)]));
}

const cut = (text: string) => (text.length > MOST_COMPARED ? `${text.slice(0, MOST_COMPARED)}\n…` : text);
const shown = (text: string) => {
  const readable = cut(readableBody(text));
  return readable === "" || readable.endsWith("\n") ? readable : `${readable}\n`;
};

function changesOf(before: JsonObject, after: JsonObject): Changed[] {
  const [old, fresh] = [partsOf(before), partsOf(after)];
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((part) => {
    const [was, is] = [old.get(part) ?? "", fresh.get(part) ?? ""];
    if (was === is) return [];
    const rows = diffLines(shown(was), shown(is));
    return rows.some(({ kind }) => kind === "changed") ? [{ part, rows }] : [];
  });
}

// The server does not tell what there was before the first stage, but for the request as it came.
function startOf({ request }: RunRecord, first: JsonObject): JsonObject {
  return {
    request: { ...objectIn(first, "request"), body: request.body },
    response: {},
    envs: objectIn(first, "envs"),
  };
}

type Known = { stage: PipelineStage | undefined; outcomes: ReadonlyMap<string, Outcome> };

function whyLeftOut({ stage, outcomes }: Known): string | null {
  if (stage === undefined) return null;
  if (!stage.enabled) return "switched off";
  const needed = stage.needs.find((id) => outcomes.get(id) !== "done" && outcomes.get(id) !== "failed");
  if (needed !== undefined) return `needs ${needed}`;
  return stage.trigger === null ? "the answer was there before" : "trigger is false";
}

function whatFollowed(stage: PipelineStage | undefined, { isLast, response }: { isLast: boolean; response: number }) {
  if (stage === undefined) return null;
  if (stage.use === "authorization") return "Nobody was let in, so the run ended here.";
  if (!stage.continueOnError) return `continueOnError is false, so the run ended here with ${response}.`;
  return isLast ? "continueOnError is true. It was the last stage." : "continueOnError is true, so the run went on.";
}

const asText = (value: JsonValue) => readableBody(stringifyJson(value));

/** The stages of a run in their order, each with what it changed; those that it did not come to at the end. */
export function stagesView(run: RunRecord, document: PipelineDocument | null): StageView[] {
  const outcomes = new Map<string, Outcome>(run.stages.map(({ id, outcome }) => [id, outcome]));
  const longest = Math.max(0, ...run.stages.map(({ took }) => took ?? 0));
  let before: JsonObject | null = null;
  const ran = run.stages.map((one: RunStage, at): StageView => {
    const stage = document?.stages.find(({ id }) => id === one.id);
    const start: JsonObject | null = before ?? (one.context && startOf(run, one.context));
    const changed = one.context && start ? changesOf(start, one.context) : [];
    const failed = one.outcome === "failed";
    const view: StageView = {
      place: at + 1,
      id: one.id,
      use: one.use,
      isAsync: stage?.async ?? false,
      outcome: one.outcome,
      why:
        one.outcome === "skipped"
          ? whyLeftOut({ stage, outcomes })
          : failed
            ? whatFollowed(stage, { isLast: at === run.stages.length - 1, response: run.response.code })
            : null,
      took: one.outcome === "skipped" ? null : one.took,
      share: longest === 0 ? 0 : (one.took ?? 0) / longest,
      error: one.error,
      changed,
      recorded: one.context === null && one.recorded !== "" ? cut(readableBody(one.recorded)) : null,
      input: failed ? inputOf(run, { stage, before }) : null,
      output: failed ? asText({ ...(one.error && { error: { ...one.error } }) }) : null,
    };
    if (one.context !== null) before = one.context;
    return view;
  });
  const left = (document?.stages ?? []).filter(({ id }) => run.stages.length > 0 && !outcomes.has(id));
  return [
    ...ran,
    ...left.map((stage, at): StageView => ({
      place: ran.length + at + 1,
      id: stage.id,
      use: stage.use ?? stage.scriptRef ?? "script",
      isAsync: stage.async,
      outcome: "left",
      why: "the run had ended",
      took: null,
      share: 0,
      error: null,
      changed: [],
      recorded: null,
      input: null,
      output: null,
    })),
  ];
}

// A stage is given its inputs; without any it works on the request as the stage before it left it.
function inputOf(
  run: RunRecord,
  { stage, before }: { stage: PipelineStage | undefined; before: JsonObject | null },
): string {
  if (stage !== undefined && Object.keys(stage.inputs).length > 0) return cut(asText(stage.inputs));
  const body = before === null ? run.request.body : textOf(objectIn(before, "request")["body"]);
  return cut(readableBody(body));
}

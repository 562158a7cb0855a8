import { performance } from "node:perf_hooks";
import { PIPELINES_LIMITS } from "@common/limits/pipelines";
import type { JsonObject } from "@common/text/json";
import { HttpError } from "@backend/gateway/platform/http/errors";
import { inTime } from "@common/process/in-time";
import { compileCondition } from "../expression/evaluate";
import { resolveInputs } from "../expression/values";
import type { PipelineStage } from "@common/pipelines/document/types";
import { contextOf, requireRoom } from "./context";
import type { Run, RunState, StageOutcome, StageRecord, StageWork } from "./types";

/** A stage that failed in a way that ends the run. */
export class StageStop extends Error {
  constructor(
    readonly stage: PipelineStage,
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

type Failure = NonNullable<StageRecord["error"]> & { headers: Readonly<Record<string, string>> };
type Settled = { outcome: StageOutcome; failure: Failure | null };
/** `failure`: the first that did not end the run. `after`: what goes on when the answer is there. */
export type Ordered = { failure: Failure | null; after: Promise<void> };

function failureOf(error: unknown): Failure {
  if (error instanceof HttpError) return { status: error.status, message: error.message, headers: error.headers };
  return { status: 400, message: error instanceof Error ? error.message : String(error), headers: {} };
}

/** What a stage is called: its name, or what it runs. */
export const nameOf = ({ use, scriptRef }: PipelineStage): string => use ?? scriptRef ?? "script";

function holds(stage: PipelineStage, state: RunState, inputs: JsonObject): boolean {
  if (stage.trigger === null) return true;
  return compileCondition(stage.trigger)({ envs: state.envs, context: contextOf(state), inputs });
}

// What it began ends by its own bounds; nobody waits for it.
const tooLong = (signal: AbortSignal, { id }: PipelineStage) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new HttpError(504, `stage ${id} took too long`)));
  });

/**
 * Runs the stages of a pipeline: from the top down, asynchronous ones beside the others, each after those that it
 * needs. A stage whose condition does not hold, or that needs one which was passed over, is passed over. A failure ends
 * the run where the stage says so, and always where nobody was let in. What became of each goes into `records`, with
 * the context behind it where it is `told`. No stage begins when the run has ended. Throws StageStop, and the reason of
 * that end.
 */
export async function inOrder(
  run: Run,
  { workOf, told, records }: { workOf: (stage: PipelineStage) => StageWork; told: boolean; records: StageRecord[] },
): Promise<Ordered> {
  const { stages } = run.pipeline.document;
  const begun = new Map<string, Promise<Settled>>();
  let failure: Failure | null = null;

  async function work(stage: PipelineStage, on: Run): Promise<Settled> {
    const started = performance.now();
    const record: StageRecord = {
      id: stage.id,
      stage: nameOf(stage),
      took: 0,
      outcome: "done",
      error: null,
      before: told ? contextOf(on.state) : null,
      context: null,
    };
    records.push(record);
    try {
      const inputs = resolveInputs(stage.inputs, contextOf(on.state));
      if (!holds(stage, on.state, inputs)) record.outcome = "skipped";
      else {
        if (on.letIn === null && stage.use !== "authorization")
          throw new HttpError(401, "nobody is let in: the stage authorization comes first");
        const { most: ms } = PIPELINES_LIMITS.stageTime;
        const result = await inTime({ ms, signal: on.signal }, (signal) =>
          Promise.race([workOf(stage)(on, { stage, inputs }), tooLong(signal, stage)]),
        );
        if (result !== undefined) {
          const values = { ...on.state.values, [stage.id]: result };
          requireRoom({ response: on.state.response, values: { ...run.state.values, ...values } });
          on.state = { ...on.state, values };
        }
      }
    } catch (error) {
      const { headers, ...told } = failureOf(error);
      record.outcome = "failed";
      record.error = told;
      record.took = performance.now() - started;
      return { outcome: "failed", failure: { ...told, headers } };
    }
    record.took = performance.now() - started;
    if (told && record.outcome === "done") record.context = contextOf(on.state);
    return { outcome: record.outcome, failure: null };
  }

  // It sees what is there when it begins, and gives new values alone: what others did meanwhile stays theirs.
  async function beside(stage: PipelineStage): Promise<Settled> {
    const own: Run = { ...run, state: run.state };
    const before = run.state;
    const settled = await work(stage, own);
    const added = Object.entries(own.state.values).filter(([name, value]) => before.values[name] !== value);
    run.state = { ...run.state, values: { ...run.state.values, ...Object.fromEntries(added) } };
    // What was found is the answer where no other stage gives one.
    if (own.state.response !== before.response && run.state.response === null)
      run.state = { ...run.state, response: own.state.response, search: own.state.search };
    return settled;
  }

  function stopped(stage: PipelineStage, { failure: found }: Settled): void {
    if (found === null) return;
    failure ??= found;
    if (stage.use === "authorization" || run.letIn === null || !stage.continueOnError)
      throw new StageStop(stage, found.status, found.message, found.headers);
  }

  for (const stage of stages) {
    const needed = await Promise.all(stage.needs.map(async (id) => begun.get(id)));
    run.signal.throwIfAborted();
    const isPassed = run.isOver && stage.use !== "recordAnalytics";
    const isSkipped =
      !stage.enabled || isPassed || needed.some((one) => one === undefined || one.outcome === "skipped");
    if (isSkipped) {
      begun.set(stage.id, Promise.resolve({ outcome: "skipped", failure: null }));
      records.push({
        id: stage.id,
        stage: nameOf(stage),
        took: 0,
        outcome: "skipped",
        error: null,
        before: null,
        context: null,
      });
      continue;
    }
    for (const [place, id] of stage.needs.entries()) {
      const [of, settled] = [stages.find((one) => one.id === id), needed[place]];
      if (of?.async && settled) stopped(of, settled);
    }
    const under = stage.async ? beside(stage) : work(stage, run);
    begun.set(stage.id, under);
    if (!stage.async) stopped(stage, await under);
  }
  const asynchronous = stages.filter((stage) => stage.async && begun.has(stage.id));
  const ends = asynchronous.map(async (stage) => ({ stage, settled: await begun.get(stage.id) }));
  // Without an answer so far it is one of those that gives it; else they end when they end.
  if (run.state.response === null)
    for (const { stage, settled } of await Promise.all(ends)) if (settled) stopped(stage, settled);
  return { failure, after: Promise.all(ends).then(() => undefined) };
}

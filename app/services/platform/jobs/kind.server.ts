import type { AppLoadContext } from "@remix-run/node";
import type * as z from "zod";
import type { Action } from "~/lib/access-control/actions";
import type { BackendClient } from "~/services/platform/http/client.server";
import type { JobFailure } from "./failures.server";
import type { Change, JobRow } from "./table.server";
import type { Unit } from "./states";

/** A job cannot go on by itself; the message says what to do. It becomes `interrupted` and can be resumed. */
export class StoppedError extends Error {
  override name = "StoppedError";
}

/** What a job cannot do any more, whoever resumes it; the message says why. It becomes `failed`. */
export class FailedError extends Error {
  override name = "FailedError";
}

/** A client that reads, from which `change` makes its own, and the console as of a request that the job would be. */
export type ForChanges = { http: BackendClient; context: AppLoadContext };

/** What the runner gives a job that runs. */
export type Tools = {
  row: JobRow;
  /** The server of the job, called as its owner. Throws StoppedError where it may no longer be called. */
  http: () => BackendClient;
  /**
   * The client for changes that the job causes beside its own work, each logged separately; null in a runner that has
   * no console around it. Throws as `http`.
   */
  forChanges: () => ForChanges | null;
  /**
   * Aborted by a cancel, by the end of the process and by a lost lease. Calls that change something should be let
   * finish.
   */
  signal: AbortSignal;
  /** Notes what is done. Waits while the console's disk is full. */
  save: (change: Change, signal?: AbortSignal) => Promise<void>;
  /** Keeps what was asked for with something added to it that the job found out. */
  setInput: (input: unknown) => void;
  /** Says what it waits for within a step, then null. */
  waiting: (message: string | null) => void;
};

export type Step<Progress, Result> = {
  progress: Progress;
  done: number;
  failures?: Change["failures"];
  result?: Result;
};

/** A link of a job to a screen of its index. */
export type JobLink = {
  label: string;
  screen: string;
  rest?: readonly string[];
  /** Another index than the job's. */ index?: string;
};

/** A job in words, for lists and its page. */
export type JobWords = {
  title: string;
  /** What the title does not say: into which index, what matches. */
  detail: string;
  /** Under the amount, once there is one: what became of it. */
  outcome?: string | undefined;
  /**
   * What it made of what was asked for, and what it did not; `words` are for the change log. Not given where it is all
   * or nothing.
   */
  made?: { done: number; left: number; words: string } | undefined;
  /** While it runs and a rate would say nothing: how far it is, in words. */
  pace?: string | undefined;
  /** What is unchanged, or stays, when it failed or was cancelled. */
  unchanged: string;
  links: JobLink[];
  /** The page of the job, where it has one of its own below its index. */
  page?: JobLink;
};

type Schemas<Input, Progress, Result> = {
  input: z.ZodType<Input>;
  progress: z.ZodType<Progress>;
  result: z.ZodType<Result>;
};

/** A kind of job as its folder gives it. docs/use/jobs.md says how to add one. */
export type KindOptions<Input, Progress, Result> = {
  name: string;
  /** What it is called in filters. */
  label: string;
  right: Action;
  unit: Unit;
  schemas: Schemas<Input, Progress, Result>;
  /** The path of the call that it makes, for the change log of who resumes it. */
  path?: (row: JobRow) => string;
  /** Once, when the job first runs: what there is to do. */
  prepare: (tools: Tools & { input: Input }) => Promise<{ progress: Progress; total: number | null }>;
  /**
   * Does a part, as large as a cancel may have to wait for, and tells how far it is; with `result` it was the last. A
   * part may be asked for twice.
   */
  step: (
    tools: Tools & { input: Input; progress: Progress; done: number; total: number | null },
  ) => Promise<Step<Progress, Result>>;
  describe: (job: { row: JobRow; progress: Progress | null; result: Result | null }) => JobWords;
  /** Why a job that came to its end failed all the same: nothing of what was asked for was done. */
  nothingDone?: (job: { progress: Progress; result: Result; failures: readonly JobFailure[] }) => string | undefined;
  /**
   * A cancelled job stops what goes on at its server, and takes back what is half done there. Throws what the job's
   * reader is to be told.
   */
  cancel?: (job: { http: () => BackendClient; row: JobRow; input: Input; progress: Progress }) => Promise<void>;
  /** What the job keeps beside its row goes: called at its end, and before it is removed. */
  cleanUp?: (input: Input) => Promise<void>;
};

/** A kind as the runner and the lists see it: what it keeps is checked within. */
export type Kind = Pick<KindOptions<unknown, unknown, unknown>, "name" | "label" | "right" | "unit" | "path"> & {
  /** Runs to the end, and gives the result. Throws what stops it. */
  run: (tools: Tools, input: string) => Promise<unknown>;
  describe: (row: JobRow) => JobWords;
  cancel: (job: { http: () => BackendClient; row: JobRow }, input: string) => Promise<void>;
  cleanUp: (input: string) => Promise<void>;
};

const parse = <Value>(schema: z.ZodType<Value>, text: string): Value => schema.parse(JSON.parse(text));
const parseMaybe = <Value>(schema: z.ZodType<Value>, text: string | null): Value | null =>
  text === null ? null : parse(schema, text);

/** Makes a kind of what its folder gives. */
export function defineKind<Input, Progress, Result>(options: KindOptions<Input, Progress, Result>): Kind {
  const { name, label, right, unit, schemas } = options;

  async function run(tools: Tools, text: string): Promise<unknown> {
    const input = parse(schemas.input, text);
    let { total, done } = tools.row;
    let progress = parseMaybe(schemas.progress, tools.row.progress);
    if (progress === null) {
      ({ progress, total } = await options.prepare({ ...tools, input }));
      await tools.save({ progress, total });
    }
    let failures: readonly JobFailure[] = [];
    for (;;) {
      tools.signal.throwIfAborted();
      const step = await options.step({ ...tools, input, progress, done, total });
      ({ progress, done } = step);
      await tools.save({ progress, done, ...(step.failures ? { failures: step.failures } : {}) });
      failures = step.failures ?? failures;
      if (step.result === undefined) continue;
      const nothing = options.nothingDone?.({ progress, result: step.result, failures });
      if (nothing !== undefined) throw new FailedError(nothing);
      return step.result;
    }
  }

  return {
    name,
    label,
    right,
    unit,
    ...(options.path ? { path: options.path } : {}),
    run,
    describe: (row) =>
      options.describe({
        row,
        progress: parseMaybe(schemas.progress, row.progress),
        result: parseMaybe(schemas.result, row.result),
      }),
    cancel: async ({ http, row }, text) => {
      const progress = parseMaybe(schemas.progress, row.progress);
      if (progress !== null) await options.cancel?.({ http, row, input: parse(schemas.input, text), progress });
    },
    cleanUp: async (text) => options.cleanUp?.(parse(schemas.input, text)),
  };
}

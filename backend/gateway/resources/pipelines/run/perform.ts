import { performance } from "node:perf_hooks";
import { PIPELINES_LIMITS } from "@common/limits/pipelines";
import { inTime } from "@common/process/in-time";
import type { Authors } from "@backend/gateway/platform/access/runs-as";
import { bothOf } from "@backend/gateway/platform/access/both";
import { withoutAdmin } from "@backend/gateway/platform/access/runs-as";
import type { Reply } from "@backend/gateway/platform/http/reply";
import type { SignIn } from "@backend/gateway/platform/http/takeover";
import type { Context } from "@backend/gateway/platform/http/types";
import { visibleHeaders } from "@backend/gateway/resources/search-relevance/rules/scripts/headers";
import type { StageServices } from "../stages/services";
import { stageTable } from "../stages/table";
import { keepAnswer } from "../stages/use-cache";
import { accessOf } from "./access";
import { indicesOf } from "./context";
import { envsOf } from "./envs";
import type { Candidate } from "./find";
import { maskOf } from "./masked";
import { untraced } from "./trace-header";
import { inOrder, type Ordered, StageStop } from "./order";
import { errorBody, replyOf } from "./reply";
import type { ReadyPipeline, Run, RunState, StageRecord } from "./types";

/** What became of a run, for the answer, the log and the figures. Times in ms. */
export type Performed = {
  reply: Reply;
  run: Run;
  records: readonly StageRecord[];
  took: number;
  /** What its caller was told as a failure. */
  failure: { status: number; message: string; stage: string | null } | null;
  after: Promise<void>;
};

type Parts = {
  services: StageServices;
  authors: Authors;
  /** Global variables by key; their values are told in no error. */
  globals: () => Promise<Readonly<Record<string, string>>>;
  secrets: () => readonly string[];
  isOpen: boolean;
};
export type Asked = Omit<Candidate, "live"> & {
  pipeline: ReadyPipeline;
  context: Context;
  body: string;
  signIn: SignIn;
  /** Nothing changes, is kept or recorded; the state is what the trial gives. */
  trial?: Partial<RunState>;
  /** The context behind each stage is told. */
  told: boolean;
};
export type Perform = (asked: Asked) => Promise<Performed>;

/** Runs pipelines. `isOpen`: one without the stage `authorization` lets everybody in, as its author without his admin's rights. */
export function createPerform({ services, globals, secrets, isOpen }: Parts): Perform {
  const workOf = stageTable(services);

  async function begun(
    { pipeline, route, params, context, body, signIn, trial }: Asked,
    signal: AbortSignal,
  ): Promise<Run> {
    const { document, author } = pipeline;
    const own = document.envs;
    const envs = envsOf({ context, route, params, body, globals: await globals(), own });
    const isUnguarded = !document.stages.some(({ use }) => use === "authorization");
    const stranger = isOpen && isUnguarded && author !== null ? withoutAdmin(author) : null;
    return {
      pipeline,
      route,
      access: accessOf(route),
      context,
      sent: body,
      state: {
        request: { method: context.method, path: context.path, headers: untraced(visibleHeaders(context)), body },
        response: null,
        envs,
        values: {},
        search: { relevance: null, boosts: [], waiting: [], translated: null, found: null, unrecorded: null },
        ...trial,
      },
      letIn: stranger && { caller: stranger, both: bothOf(stranger, stranger), headers: {} },
      signIn,
      signal,
      isTrial: trial !== undefined,
      isOver: false,
      logs: {},
    };
  }

  // A failure that ends a run is its answer.
  function stoppedBy(run: Run, error: unknown, took: number): Pick<Performed, "reply" | "failure"> {
    if (error instanceof StageStop) {
      const { status, stage, headers } = error;
      const message = maskOf(secrets())(error.message);
      const body = errorBody(status, message, stage.id);
      const reply = {
        status,
        headers: { "Content-Type": "application/json", "X-Took": String(Math.round(took)), ...headers },
        body,
      };
      return { reply, failure: { status, message, stage: stage.id } };
    }
    if (!run.signal.aborted) throw error;
    const message = "the pipeline took too long";
    return {
      reply: { status: 504, headers: { "Content-Type": "application/json" }, body: errorBody(504, message) },
      failure: { status: 504, message, stage: null },
    };
  }

  return async (asked) => {
    const started = performance.now();
    const { most: ms } = PIPELINES_LIMITS.runTime;
    return inTime({ ms, signal: asked.context.signal }, async (signal) => {
      const run = await begun(asked, signal);
      const records: StageRecord[] = [];
      let ordered: Ordered | null = null;
      let stop: Pick<Performed, "reply" | "failure"> | null = null;
      try {
        ordered = await inOrder(run, { workOf, told: asked.told, records });
      } catch (error) {
        stop = stoppedBy(run, error, performance.now() - started);
      }
      const took = performance.now() - started;
      asked.context.record.indices = indicesOf(run.state.envs);
      if (stop !== null) return { ...stop, run, records, took, after: Promise.resolve() };
      keepAnswer(run, services);
      const failure = ordered?.failure
        ? { ...ordered.failure, message: maskOf(secrets())(ordered.failure.message) }
        : null;
      const reply = replyOf(run.state, { failure, took });
      const isFailed = run.state.response === null && failure !== null;
      return {
        reply: { ...reply, headers: { ...reply.headers, ...run.letIn?.headers } },
        run,
        records,
        took,
        failure: isFailed ? { ...failure, stage: null } : null,
        after: ordered?.after ?? Promise.resolve(),
      };
    });
  };
}

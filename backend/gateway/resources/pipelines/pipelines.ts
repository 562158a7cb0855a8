import { setImmediate as later } from "node:timers/promises";
import type { Authors } from "@backend/gateway/platform/access/runs-as";
import { NOBODY } from "@backend/gateway/platform/http/let-in";
import type { Router } from "@backend/gateway/platform/http/router";
import type { InnerCall } from "@backend/gateway/platform/http/inner-call";
import type { FindTakeovers, Takeover } from "@backend/gateway/platform/http/takeover";
import type { Context, Route } from "@backend/gateway/platform/http/types";
import type { Services } from "@backend/gateway/services";
import type { Analytics } from "../analytics/analytics";
import { factsOf } from "../search-relevance/rules/search/facts-of";
import type { Clock } from "../search-relevance/rules/cron/clock";
import { createPipelinesByClock } from "./by-clock";
import { createKeptRuns } from "./kept/runs";
import { pipelineRoutes } from "./routes";
import { accessOf } from "./run/access";
import { objectIn } from "./run/context";
import { type Candidate, createFinding, isInTime } from "./run/find";
import { indicesInPath } from "./run/envs";
import { createPerform } from "./run/perform";
import { traced } from "./run/trace";
import { asksTrace } from "./run/trace-header";
import { createReading, readyPipeline } from "./run/ready";
import { createAnswerCache } from "./stages/answer-cache";
import { createSearchStages } from "./stages/search";
import { createTrial } from "./trial";
import { createUsageOf } from "./usage";

type Parts = Pick<
  Services,
  | "engine"
  | "places"
  | "reIndexed"
  | "readers"
  | "endpoints"
  | "storedQueries"
  | "settingsOfSearch"
  | "suggestionsInSearches"
  | "synonymsOfSearch"
  | "scripts"
  | "log"
  | "pipelines"
  | "globalEnvs"
> & {
  authors: Authors;
  innerCall: InnerCall;
  router: Router;
  service: Analytics["service"];
  isOpen: boolean;
  now?: (() => number) | undefined;
};

/** The calls of pipelines, and what comes before the built-in routes because of them. */
export type Pipelines = { routes: Route[]; takeovers: FindTakeovers; clock: Clock; close: () => Promise<void> };

const WEIGHS: Readonly<Record<string, NonNullable<Route["weighs"]>>> = {
  docs: "bulk",
  reactivesearch: "api",
  search: "search",
};

/** Pipelines over an engine. */
export function createPipelines(parts: Parts): Pipelines {
  const { pipelines, globalEnvs, authors, log, service } = parts;
  const stages = { ...parts, analytics: service, cache: createAnswerCache() };
  const perform = createPerform({
    services: { ...stages, search: createSearchStages(stages) },
    authors,
    globals: globalEnvs.values,
    secrets: globalEnvs.secrets,
    isOpen: parts.isOpen,
  });
  const keptRuns = createKeptRuns({ ...parts, secrets: globalEnvs.secrets });
  const read = createReading(log);
  const find = createFinding();
  const live = async () => read(await pipelines.live());
  const clock = createPipelinesByClock({ ...parts, live, perform, keptRuns });

  async function holds({ live }: Candidate, context: Context): Promise<boolean> {
    if (!isInTime(live.document, Date.now() / 1000)) return false;
    if (live.condition === null) return true;
    const body = objectIn(await context.text()) ?? {};
    return live.condition(factsOf(body, { ...context, caller: NOBODY })).holds;
  }

  function takeover(candidate: Candidate): Takeover {
    const { live, route, params } = candidate;
    const access = accessOf(route);
    return {
      route: {
        methods: [route.method],
        path: route.path,
        access,
        weighs: WEIGHS[route.classify.category] ?? "own",
        handle: () => Promise.reject(new Error("a pipeline is answered by its takeover")),
      },
      params: { ...params },
      indicesOf: (segments) => indicesInPath(segments, params),
      holds: (context) => holds(candidate, context),
      answer: async (context, signIn) => {
        const pipeline = await readyPipeline(live, authors);
        const body = context.method === "GET" || context.method === "HEAD" ? "" : await context.text();
        const told = route.recordLogs || asksTrace(context);
        const performed = await perform({ pipeline, route, params, context, body, signIn, told });
        void performed.after
          .then(() => later())
          .then(() => keptRuns.keep(performed))
          .catch((error: unknown) => log.warn({ err: error }, "a run of a pipeline was not kept"));
        return traced(performed, { context, secrets: globalEnvs.secrets() });
      },
    };
  }

  return {
    routes: pipelineRoutes({
      ...parts,
      keptRuns,
      usageOf: createUsageOf(parts),
      validate: createTrial({ perform, pipelines, globalEnvs }),
    }),
    takeovers: async (call) => find(await live(), call).map(takeover),
    clock,
    close: async () => {
      clock.close();
      await keptRuns.flush();
    },
  };
}

import type { Logger } from "pino";
import type { Engine } from "@backend/engine/port";
import { type Authors, withoutAdmin } from "@backend/gateway/platform/access/runs-as";
import type { Context } from "@backend/gateway/platform/http/types";
import type { SystemPlaces } from "@backend/gateway/platform/store/system-places";
import { type Clock, createClock } from "@backend/gateway/resources/search-relevance/rules/cron/clock";
import type { KeptRuns } from "./kept/runs";
import { isInTime } from "./run/find";
import type { Perform } from "./run/perform";
import { type LivePipeline, readyPipeline } from "./run/ready";

type Parts = {
  engine: Engine;
  places: SystemPlaces;
  log: Logger;
  authors: Authors;
  live: () => Promise<readonly LivePipeline[]>;
  perform: Perform;
  keptRuns: KeptRuns;
  now?: (() => number) | undefined;
};

// There is no call: what stages find of one is empty.
function contextAt(path: string, tick: number): Context {
  return {
    id: `clock-${tick}`,
    method: "POST",
    path,
    segments: path.split("/").filter((one) => one !== ""),
    params: {},
    query: {},
    headers: {},
    socketAddress: "127.0.0.1",
    provenAddress: "127.0.0.1",
    selfUrl: "http://127.0.0.1",
    indices: [],
    signal: new AbortController().signal,
    text: async () => "{}",
    pieces: async function* () {
      yield Buffer.from("{}");
    },
    record: {},
  };
}

/**
 * Pipelines with a trigger of the type cron: their first route is run at each tick, by one gateway, as whoever saved
 * them, without an admin's rights. `authorization` lets him in.
 */
export function createPipelinesByClock({ live, authors, perform, keptRuns, log, ...parts }: Parts): Clock {
  async function run(
    one: LivePipeline,
    { tick, claim }: { tick: number; claim: () => Promise<boolean> },
  ): Promise<void> {
    const [route] = one.document.routes;
    const pipeline = await readyPipeline(one, authors);
    const { id, author } = pipeline;
    if (author === null || route === undefined) {
      log.warn({ pipeline: id }, "a pipeline by the clock did not run: whoever saved it last may do so no longer");
      return;
    }
    if (!(await claim())) return;
    const context = contextAt(route.path, tick);
    const asked = { pipeline, route, params: {}, context: { ...context, method: route.method }, body: "{}" };
    const signIn = async () => ({ caller: withoutAdmin(author), headers: {} });
    const performed = await perform({ ...asked, signIn, told: route.recordLogs });
    await performed.after;
    keptRuns.keep(performed);
    const errors = performed.records.flatMap(({ id: stage, error }) => (error ? [`${stage}: ${error.message}`] : []));
    const told = { pipeline: id, took: Math.round(performed.took), ...(errors.length > 0 && { errors }) };
    log.info(told, "a pipeline ran by the clock");
  }

  return createClock({
    ...parts,
    log,
    what: "pipelines",
    timed: async (now) =>
      (await live()).flatMap((one) => {
        const { enabled, trigger } = one.document;
        if (!enabled || trigger.type !== "cron" || !isInTime(one.document, now / 1000)) return [];
        const due = (tick: number, claim: () => Promise<boolean>) => run(one, { tick, claim });
        return [{ key: `pipeline-${one.held.pipeline.id}`, line: trigger.expression, run: due }];
      }),
  });
}

import { isForeignLink } from "~/server/security.server";
import { panel } from "~/services/platform/http/settle.server";
import { readScripts, requireVersion, type Version } from "~/services/pipelines/read.server";
import { samplesOf } from "~/services/pipelines/samples/changes.server";
import { expectationsText } from "~/services/pipelines/samples/check";
import { requestOf } from "~/services/pipelines/samples/records.server";
import { runSamples, SAMPLES_MS } from "~/services/pipelines/samples/run.server";
import { listSamples } from "~/services/pipelines/samples/store.server";
import { readLogSample } from "~/services/pipelines/trials/log-sample.server";
import { REPLAY_MS, replayLogs } from "~/services/pipelines/trials/replay.server";
import { sampleOf } from "~/services/pipelines/trial.server";
import type { Scope } from "~/session/scope.server";
import { loadHead } from "../../_parts/head.server";
import { pipelines } from "../../_parts/thing";
import { validateAddress } from "./addresses";
import { loadRun } from "./load.server";
import { keptSample, sampleTexts } from "./sample.server";

/** What the page of a trial shows: the sample, what came of it, and the last kept runs once more where they are asked for. */
export async function loadValidate(scope: Scope, request: Request) {
  const id = pipelines.idIn(request);
  const { state } = validateAddress.at(request);
  const [head, { version, versions }] = await Promise.all([
    loadHead(scope, id),
    requireVersion(scope, { id, number: state.version }),
  ]);
  const live = versions.find((one) => one.live) ?? versions.find(({ number }) => number === head.live);
  const files = async ({ number, content }: Version) => ({
    content,
    scripts: await readScripts(scope, { id, version: number, content }),
  });
  const other = live && live.number !== version.number ? live : null;
  const [own, before] = await Promise.all([files(version), other && files(other)]);

  const kept = state.run === "" ? undefined : keptSample(scope, { id, run: state.run });
  const logged = state.log === "" ? undefined : await readLogSample(scope, { id, log: state.log });
  const samples = listSamples(scope.context.config, samplesOf(scope, id));
  const saved = samples.find((one) => one.id === state.saved);
  const sample = kept ?? logged ?? (saved && requestOf(saved)) ?? sampleOf(version);
  const missing = (asked: string, found: unknown) => asked !== "" && found === undefined;
  const lost = missing(state.run, kept)
    ? ("run" as const)
    : missing(state.log, logged)
      ? ("log" as const)
      : missing(state.saved, saved)
        ? ("saved" as const)
        : null;

  const cannotReplay = before === null ? ("live" as const) : head.keepsRuns ? null : ("no-logs" as const);
  const size = Number(state.replay);
  return {
    head,
    number: version.number,
    live: live?.number ?? null,
    versions: versions.map(({ number, live: isLive }) => ({
      value: String(number),
      label: `Version ${number}, ${isLive ? "live" : "draft"}`,
    })),
    /** Which sample it is: with another the form starts again. */
    sample: kept ? state.run : logged ? state.log : saved ? `${saved.id} ${saved.version}` : "kept",
    saved: saved && !kept && !logged ? saved.name : null,
    texts: sampleTexts(sample),
    lost,
    run: kept ? await loadRun(scope, { id, sample: kept, own, live: before, after: state.after }) : null,
    samples: samples.map((one) => ({
      id: one.id,
      name: one.name,
      version: one.version,
      path: one.path,
      method: one.method,
      expects: expectationsText(one.expectations),
    })),
    checked:
      state.check && samples.length > 0 && !isForeignLink(request)
        ? await panel(runSamples(scope, { id, samples, own }), {
            request,
            requestId: scope.context.requestId,
            patience: SAMPLES_MS,
          })
        : null,
    cannotReplay,
    replay:
      size > 0 && before !== null && cannotReplay === null && !isForeignLink(request)
        ? await panel(replayLogs(scope, { id, size, live: before, own }), {
            request,
            requestId: scope.context.requestId,
            patience: REPLAY_MS,
          })
        : null,
  };
}

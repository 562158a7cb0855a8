import { isForeignLink } from "~/server/security.server";
import { samplesOf } from "~/services/pipelines/samples/changes.server";
import { runSamples, type SampleResults, SAMPLES_MS } from "~/services/pipelines/samples/run.server";
import { listSamples } from "~/services/pipelines/samples/store.server";
import type { Tryable } from "~/services/pipelines/trials/replay.server";
import { panel, type PanelData } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";

type Asked = { id: string; own: Tryable };

/** Whether all of them ran and passed. */
export const isClean = ({ failed, notRun }: SampleResults) => failed === 0 && notRun === 0;

/** The saved samples of a pipeline, run on a draft in the name of whoever makes it live; null without any. */
export async function checkSamples(scope: Scope, { id, own }: Asked): Promise<SampleResults | null> {
  const samples = listSamples(scope.context.config, samplesOf(scope, id));
  return samples.length === 0 ? null : runSamples(scope, { id, samples, own });
}

/** The same for the page of the review, which waits for it; `foreign`: a link of another site runs nothing. */
export async function reviewSamples(
  scope: Scope,
  { request, ...asked }: Asked & { request: Request },
): Promise<PanelData<SampleResults | null> | "foreign"> {
  if (isForeignLink(request)) return "foreign";
  return panel(checkSamples(scope, asked), {
    request,
    requestId: scope.context.requestId,
    patience: SAMPLES_MS,
  });
}

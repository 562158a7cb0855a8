import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs } from "@remix-run/node";
import { MOST_TYPED_BYTES } from "~/editor/edit.server";
import { formReply, unknownIntent } from "~/components/forms/reply.server";
import { answerForm, failed } from "~/server/form-action.server";
import { requirePipeline, requireVersion } from "~/services/pipelines/read.server";
import { sampleRefusals, samplesOf, toChangeSample } from "~/services/pipelines/samples/changes.server";
import { getSample, newSampleId } from "~/services/pipelines/samples/store.server";
import { sampleOf } from "~/services/pipelines/trial.server";
import { readLogSample } from "~/services/pipelines/trials/log-sample.server";
import { change } from "~/services/platform/changes/change.server";
import { redirectWithFlash } from "~/sessions.server";
import type { Scope } from "~/session/scope.server";
import { loadHead } from "../../_parts/head.server";
import { pipelines } from "../../_parts/thing";
import { sampleAddress } from "./addresses";
import { SAVE_SAMPLE } from "./intents";
import { keptSample } from "./sample.server";
import { newShape, SavedFormSchema, savedShape } from "./saved-form.server";

const gone = () => new Response("There is no such sample.", { status: 404 });

/** The form of a saved sample, or of a new one with what was tried. Throws 404 for one that is not there. */
export async function loadSample(scope: Scope, request: Request) {
  const pipeline = pipelines.idIn(request);
  const { state } = sampleAddress.at(request);
  const head = await loadHead(scope, pipeline);
  const [route] = head.routes;
  const page = { head, route: route ? `${route.method} ${route.path}` : "the first route" };
  if (state.id !== "") {
    const saved = getSample(scope.context.config, { ...samplesOf(scope, pipeline), id: state.id });
    if (saved === undefined) throw gone();
    return { ...page, sampleId: saved.id, values: savedShape(saved), lost: false };
  }
  const kept = state.run === "" ? undefined : keptSample(scope, { id: pipeline, run: state.run });
  const logged = state.log === "" ? undefined : await readLogSample(scope, { id: pipeline, log: state.log });
  const own = async () => sampleOf((await requireVersion(scope, { id: pipeline, number: head.live })).version);
  return {
    ...page,
    sampleId: null,
    values: newShape(kept ?? logged ?? (await own()), route),
    lost: (state.run !== "" && !kept) || (state.log !== "" && !logged),
  };
}

const what = "The sample was not saved.";

/** Saves a sample under its name, in the place of the version that the form has shown. */
export function answerSample(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: pipelines,
    mostBytes: MOST_TYPED_BYTES,
    what,
    run: async ({ scope, form }) => {
      if (form.get("intent") !== SAVE_SAMPLE) throw unknownIntent(form.get("intent"));
      const submission = parseWithZod(form, { schema: SavedFormSchema });
      if (submission.status !== "success") return formReply(submission, { intent: SAVE_SAMPLE });
      const { version, ...sample } = submission.value;
      const pipeline = pipelines.idIn(request);
      // Whoever may not see the pipeline keeps nothing with it.
      await requirePipeline(scope, pipeline);
      const { id } = sampleAddress.at(request).state;
      const before = id === "" ? undefined : getSample(scope.context.config, { ...samplesOf(scope, pipeline), id });
      const asked = { pipeline, id: id === "" ? newSampleId() : id, version, sample, before };
      let changed;
      try {
        changed = await change(scope, toChangeSample(scope, asked));
      } catch (error) {
        return failed(error, submission, { intent: SAVE_SAMPLE, what, fields: { 422: "name" }, words: sampleRefusals });
      }
      const to = pipelines.path(scope, { id: pipeline, page: "validate", query: { saved: asked.id } });
      return redirectWithFlash({ request, to, text: `Sample ${sample.name} saved.`, changed });
    },
  });
}

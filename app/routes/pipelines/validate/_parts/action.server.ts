import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs } from "@remix-run/node";
import * as z from "zod";
import { formReply } from "~/components/forms/reply.server";
import { answerForm, failed } from "~/server/form-action.server";
import { redirect } from "~/server/redirect.server";
import { requireVersion } from "~/services/pipelines/read.server";
import { filesVersion, pipelineName, readFiles, toSaveVersion } from "~/services/pipelines/write.server";
import { samplesOf, sampleRefusals, toChangeSample } from "~/services/pipelines/samples/changes.server";
import { getSample } from "~/services/pipelines/samples/store.server";
import { change } from "~/services/platform/changes/change.server";
import { redirectWithFlash } from "~/sessions.server";
import type { Scope } from "~/session/scope.server";
import { pipelineRef } from "../../_parts/pipeline.server";
import { pipelines } from "../../_parts/thing";
import { MOST_TYPED_BYTES } from "~/editor/edit.server";
import { DELETE_SAMPLE, KEEP, RUN } from "./intents";
import { contextOf, keepSample, keptSample, sampleSchema } from "./sample.server";

/** Runs a sample, by keeping it and leading to the page that does; or keeps it with the version. */
export function answerValidate(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: pipelines,
    mostBytes: MOST_TYPED_BYTES,
    what: "Nothing was run.",
    run: async ({ scope, form }) => {
      const asked = pipelineRef(request);
      const { version } = await requireVersion(scope, asked);
      const ref = { id: asked.id, number: version.number };
      switch (form.get("intent")) {
        case RUN:
          return runSample(scope, { form, ref });
        case KEEP:
          return keepWithVersion(scope, { form, ref, request, live: version.live });
        case DELETE_SAMPLE:
          return deleteSample(scope, { form, ref, request });
        default:
          throw new Response("Unknown intent", { status: 400 });
      }
    },
  });
}

type Ref = { id: string; number: number };

const here = (scope: Scope, { id, number, run }: Ref & { run: string }) =>
  pipelines.path(scope, { id, page: "validate", query: { version: number, run } });

function runSample(scope: Scope, { form, ref }: { form: FormData; ref: Ref }) {
  const submission = parseWithZod(form, { schema: sampleSchema });
  if (submission.status !== "success") return formReply(submission, { intent: RUN });
  return redirect(here(scope, { ...ref, run: keepSample(scope, { id: ref.id, sample: submission.value }) }));
}

const deleteSchema = z.object({ id: z.string().max(100), version: z.coerce.number().int().min(1) });

async function deleteSample(
  scope: Scope,
  { form, ref: { id: pipeline, number }, request }: { form: FormData; ref: Ref; request: Request },
) {
  const submission = parseWithZod(form, { schema: deleteSchema });
  if (submission.status !== "success") return formReply(submission, { intent: DELETE_SAMPLE });
  const { id, version } = submission.value;
  const before = getSample(scope.context.config, { ...samplesOf(scope, pipeline), id });
  let changed;
  try {
    changed = await change(scope, toChangeSample(scope, { pipeline, id, version, sample: null, before }));
  } catch (error) {
    const what = "The sample was not deleted.";
    return failed(error, submission, { intent: DELETE_SAMPLE, what, words: sampleRefusals });
  }
  return redirectWithFlash({
    request,
    to: pipelines.path(scope, { id: pipeline, page: "validate", query: { version: number } }),
    text: `Sample ${before?.name ?? id} deleted.`,
    changed,
  });
}

const keepSchema = z.object({ run: z.string().max(100) });

async function keepWithVersion(
  scope: Scope,
  { form, ref, request, live }: { form: FormData; ref: Ref; request: Request; live: boolean },
) {
  const submission = parseWithZod(form, { schema: keepSchema });
  if (submission.status !== "success") return formReply(submission, { intent: KEEP });
  const { run } = submission.value;
  const refuse = (text: string, status = 400) => formReply(submission, { intent: KEEP, status, formErrors: [text] });
  if (live) return refuse("The live version is not written over. Save a draft, and keep the sample with that.", 409);
  const sample = keptSample(scope, { ...ref, run });
  if (sample === undefined) return refuse("This sample is no longer kept. Run it once more.", 410);
  const stored = await readFiles(scope.http, ref);
  if (stored === undefined) return refuse(`Version ${ref.number} no longer exists.`, 409);
  const { version: _version, ...before } = stored;
  const files = { ...before, context: contextOf(sample) };
  const changed = await change(scope, toSaveVersion({ ...ref, files, before, expected: filesVersion(before) }));
  return redirectWithFlash({
    request,
    to: here(scope, { ...ref, run }),
    text: `The sample is kept with version ${ref.number} of ${pipelineName(ref.id, before.content)}.`,
    changed,
  });
}

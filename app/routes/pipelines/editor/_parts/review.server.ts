import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs } from "@remix-run/node";
import * as z from "zod";
import { formReply } from "~/components/forms/reply.server";
import { answerForm } from "~/server/form-action.server";
import { requireVersion } from "~/services/pipelines/read.server";
import { filesVersion, pipelineName, readFiles, toMakeLive } from "~/services/pipelines/write.server";
import type { SampleResults } from "~/services/pipelines/samples/run.server";
import { change } from "~/services/platform/changes/change.server";
import { countOf } from "~/lib/values/numbers";
import { redirectWithFlash } from "~/sessions.server";
import { pipelineRef } from "../../_parts/pipeline.server";
import { pipelines } from "../../_parts/thing";
import { LIVE } from "./intents";
import { checkSamples, isClean } from "./review-samples.server";

const schema = z.object({ version: z.string().max(100), anyway: z.boolean().default(false) });

const whyNot = ({ failed, notRun }: SampleResults) =>
  failed > 0
    ? `Not made live: ${countOf(failed, "saved sample")} failed. Tick this to make it live anyway.`
    : `Not made live: ${countOf(notRun, "saved sample")} could not be run. Tick this to make it live anyway.`;

/** Makes the version live, where it is still what the page has shown, and its saved samples pass or somebody says so. */
export function answerReview(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: pipelines,
    what: "The version was not made live.",
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema });
      if (submission.status !== "success") return formReply(submission, { intent: LIVE });
      const { id, number: asked } = pipelineRef(request);
      const { version, versions, pipeline } = await requireVersion(scope, { id, number: asked });
      const { number } = version;
      const files = await readFiles(scope.http, { id, number });
      const here = pipelines.path(scope, { id, page: "review", query: { version: number } });
      if (files === undefined || filesVersion(files) !== submission.value.version)
        return redirectWithFlash({
          request,
          to: here,
          kind: "bad",
          text: `Not made live: version ${number} was changed in the meantime. This is what it says now.`,
        });
      if (!submission.value.anyway) {
        // They are run again here: what the page has shown is not proof, and may be old.
        const results = await checkSamples(scope, { id, own: { content: files.content, scripts: files.scripts } });
        if (results !== null && !isClean(results))
          return formReply(submission, { intent: LIVE, fieldErrors: { anyway: [whyNot(results)] } });
      }
      const from = versions.find((one) => one.live)?.number ?? pipeline.live;
      const name = pipelineName(id, version.content);
      const changed = await change(scope, toMakeLive({ id, number, from, name }));
      return redirectWithFlash({
        request,
        to: pipelines.path(scope, { id, page: "versions" }),
        text: `Version ${number} of ${name} is live.`,
        changed,
      });
    },
  });
}

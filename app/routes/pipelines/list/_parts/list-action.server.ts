import type { ActionFunctionArgs } from "@remix-run/node";
import * as z from "zod";
import { unknownIntent } from "~/components/forms/reply.server";
import { answerForm } from "~/server/form-action.server";
import { listPipelines, readText, requirePipeline } from "~/services/pipelines/read.server";
import { type Move, movesTo, toReorder, toSwitchPipeline } from "~/services/pipelines/rewrite.server";
import { pipelineName } from "~/services/pipelines/write.server";
import { change } from "~/services/platform/changes/change.server";
import { redirectWithFlash } from "~/sessions.server";
import { pipelines } from "../../_parts/thing";
import { MOVE, SWITCH } from "./intents";

const switchSchema = z.object({ id: z.string().min(1), enabled: z.enum(["true", "false"]) });
/** `to`: the pipeline whose place it takes. */
const moveSchema = z.object({ id: z.string().min(1), to: z.string().min(1) });

/** Switches a pipeline on or off, or puts it in the place of another. */
export function answerList(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: pipelines,
    what: "The pipeline was not changed.",
    run: async ({ scope, form }) => {
      const { pathname, search } = new URL(request.url);
      const to = `${pathname}${search}`;
      const fields = Object.fromEntries(form);
      switch (form.get("intent")) {
        case SWITCH: {
          const { data } = switchSchema.safeParse(fields);
          if (!data) throw unknownIntent(SWITCH);
          const pipeline = await requirePipeline(scope, data.id);
          const enabled = data.enabled === "true";
          const changed = await change(scope, toSwitchPipeline({ pipeline, enabled }));
          const text = `${pipelineName(pipeline.id, pipeline.content)} switched ${enabled ? "on" : "off"}.`;
          return redirectWithFlash({ request, to, text, changed });
        }
        case MOVE: {
          const { data } = moveSchema.safeParse(fields);
          if (!data) throw unknownIntent(MOVE);
          const rows = (await listPipelines(scope)).map((pipeline) => ({
            id: pipeline.id,
            pipeline,
            priority: readText(pipeline.content).document?.priority ?? 0,
          }));
          const [first, ...others] = movesTo(rows, { id: data.id, over: data.to }).map(
            ({ row, to: priority }): Move => ({
              pipeline: row.pipeline,
              from: row.priority,
              to: priority,
            }),
          );
          if (first === undefined) return redirectWithFlash({ request, to, text: "It is in this place already." });
          const changed = await change(scope, toReorder([first, ...others]));
          const name = pipelineName(first.pipeline.id, first.pipeline.content);
          return redirectWithFlash({ request, to, text: `${name} moved.`, changed });
        }
        default:
          throw unknownIntent(form.get("intent"));
      }
    },
  });
}

import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data } from "@remix-run/node";
import * as z from "zod";
import { formReply, unknownIntent } from "~/components/forms/reply.server";
import { answerForm } from "~/server/form-action.server";
import { jsonObjectText } from "~/lib/json/text.server";
import { change } from "~/services/platform/changes/change.server";
import { getFunction, listFunctions } from "~/services/search-relevance/functions/read.server";
import {
  type Swap,
  toInvokeFunction,
  toSwapFunctions,
  toSwitchFunction,
} from "~/services/search-relevance/functions/write.server";
import type { Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { MOVE_FUNCTION, RUN_FUNCTION, SWITCH_FUNCTION } from "./intents";
import { functions } from "./thing";

const switchSchema = z.object({ name: z.string().min(1), enabled: z.enum(["true", "false"]) });
const moveSchema = z.object({ id: z.string().min(1), from: z.coerce.number(), to: z.coerce.number() });
const runSchema = z.object({ body: jsonObjectText("The body").default({}) });

/** One that is there, else the 404 of the frame. Throws BackendError. */
export async function requireFunction(scope: Scope, name: string) {
  const found = await getFunction(scope, name);
  if (found === null) throw new Response("This server has no functions.", { status: 404 });
  return found;
}

/**
 * The neighbour whose place a function is to take; undefined where the list is no longer the one that was shown. Throws
 * BackendError.
 */
async function swapOf(scope: Scope, { id, from, to }: z.output<typeof moveSchema>): Promise<Swap | undefined> {
  const listed = (await listFunctions(scope)) ?? [];
  const at = listed.findIndex(({ name, order }) => name === id && order === from);
  const other = at < 0 ? undefined : [listed[at - 1], listed[at + 1]].find((one) => one?.order === to);
  return other && { name: id, order: from, other: other.name, otherOrder: to };
}

/**
 * Switches a function on or off, or changes its place with its neighbour; runs the one of the page, `name`, and shows
 * what it answered.
 */
export function answerFunction(args: ActionFunctionArgs, name?: string) {
  const { request } = args;
  return answerForm(args, {
    right: functions,
    what: "The function was not changed.",
    run: async ({ scope, form }) => {
      const intent = form.get("intent");
      if (intent === SWITCH_FUNCTION) {
        const { data: asked } = switchSchema.safeParse(Object.fromEntries(form));
        if (!asked) throw unknownIntent(intent);
        const enabled = asked.enabled === "true";
        const changed = await change(scope, toSwitchFunction(await requireFunction(scope, asked.name), enabled));
        const { pathname, search } = new URL(request.url);
        return redirectWithFlash({
          request,
          to: `${pathname}${search}`,
          text: `Function ${asked.name} switched ${enabled ? "on" : "off"}.`,
          changed,
        });
      }
      if (intent === MOVE_FUNCTION) {
        const { data: asked } = moveSchema.safeParse(Object.fromEntries(form));
        if (!asked) throw unknownIntent(intent);
        const { pathname: to } = new URL(request.url);
        const swap = await swapOf(scope, asked);
        // The page again, for it shows the order that there is.
        if (!swap)
          return redirectWithFlash({
            request,
            to,
            kind: "bad",
            text: "Not moved: the order was changed in the meantime.",
          });
        const changed = await change(scope, toSwapFunctions(swap));
        return redirectWithFlash({ request, to, text: `Function ${asked.id} moved.`, changed });
      }
      if (intent !== RUN_FUNCTION || name === undefined) throw unknownIntent(intent);
      const submission = parseWithZod(form, { schema: runSchema });
      if (submission.status !== "success") return formReply(submission, { intent: RUN_FUNCTION });
      const started = performance.now();
      const { value } = await change(scope, toInvokeFunction({ name, body: submission.value.body }));
      return data({
        intent: RUN_FUNCTION,
        result: submission.reply(),
        ran: { answer: value, took: Math.round(performance.now() - started) },
      });
    },
  });
}

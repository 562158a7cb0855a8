import type { ActionFunctionArgs } from "@remix-run/node";
import * as z from "zod";
import { unknownIntent } from "~/components/forms/reply.server";
import { answerForm } from "~/server/form-action.server";
import { change } from "~/services/platform/changes/change.server";
import { toMoveRule, toSwitchRule } from "~/services/search-relevance/rules/write.server";
import { redirectWithFlash } from "~/sessions.server";
import { MOVE, SWITCH } from "./intents";
import { rules } from "./thing";

const rowSchema = z.object({ id: z.string().min(1), name: z.string() });
const switchSchema = rowSchema.extend({ enabled: z.enum(["true", "false"]) });
const moveSchema = rowSchema.extend({ from: z.coerce.number().int(), to: z.coerce.number().int() });

/** Switches a rule on or off, or moves it by a place. */
export function answerList(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: rules,
    what: "The rule was not changed.",
    run: async ({ scope, form }) => {
      const { pathname, search } = new URL(request.url);
      const to = `${pathname}${search}`;
      const fields = Object.fromEntries(form);
      switch (form.get("intent")) {
        case SWITCH: {
          const { data } = switchSchema.safeParse(fields);
          if (!data) throw unknownIntent(SWITCH);
          const enabled = data.enabled === "true";
          const changed = await change(scope, toSwitchRule({ ...data, enabled }));
          return redirectWithFlash({
            request,
            to,
            text: `Rule ${data.name} switched ${enabled ? "on" : "off"}.`,
            changed,
          });
        }
        case MOVE: {
          const { data } = moveSchema.safeParse(fields);
          if (!data) throw unknownIntent(MOVE);
          const changed = await change(scope, toMoveRule(data));
          return redirectWithFlash({ request, to, text: `Rule ${data.name} moved.`, changed });
        }
        default:
          throw unknownIntent(form.get("intent"));
      }
    },
  });
}

import type { ActionFunctionArgs } from "@remix-run/node";
import * as z from "zod";
import { unknownIntent } from "~/components/forms/reply.server";
import { answerForm } from "~/server/form-action.server";
import {
  forgetStockNote,
  keepStockNote,
  LONGEST_NOTE,
  LONGEST_TERM,
} from "~/services/analytics/fixes/stock-notes.server";
import { personOf, redirectWithFlash } from "~/sessions.server";
import { requireAnalytics } from "../query.server";
import { stockIntents } from "./stock-intents";

const noteSchema = z.object({
  term: z.string().min(1).max(LONGEST_TERM),
  note: z.string().trim().max(LONGEST_NOTE).default(""),
});

/** Keeps, or forgets, that an index has nothing for a term on purpose; leads back to the list as it was. */
export async function answerStockNote(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: "analytics",
    what: "The note was not saved.",
    run: async ({ form }) => {
      const scope = await requireAnalytics(args);
      const intent = form.get("intent");
      if (scope.level !== "app" || (intent !== stockIntents.keep && intent !== stockIntents.forget))
        throw unknownIntent(intent);
      const { pathname, search } = new URL(request.url);
      const back = (text: string, kind: "good" | "bad" = "good") =>
        redirectWithFlash({ request, to: `${pathname}${search}`, text, kind });
      const read = noteSchema.safeParse({ term: form.get("term"), note: form.get("note") ?? undefined });
      if (!read.success) return back(`The note was not saved. It has at most ${LONGEST_NOTE} characters.`, "bad");
      const { term, note } = read.data;
      const of = { server: scope.session.url, index: scope.app, term };
      const { config } = scope.context;
      if (intent === stockIntents.forget) {
        forgetStockNote(config, of);
        return back(`${term} is no longer marked as not in stock.`);
      }
      return keepStockNote(config, { ...of, note, person: personOf(scope.session) })
        ? back(`${term} is marked as not in stock.`)
        : back("The note was not saved. This index has as many as it may have. Remove one first.", "bad");
    },
  });
}

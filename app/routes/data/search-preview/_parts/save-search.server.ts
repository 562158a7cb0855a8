import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import * as z from "zod";
import { formReply } from "~/components/forms/reply.server";
import { screenPath } from "~/navigation/paths";
import { failed } from "~/server/form-action.server";
import { nameTaken, StoredQueryName } from "~/services/data/stored-queries/name.server";
import { getStoredQuery, textOf } from "~/services/data/stored-queries/read.server";
import { toCreateStoredQuery } from "~/services/data/stored-queries/write.server";
import { change } from "~/services/platform/changes/change.server";
import type { Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { SAVE_SEARCH } from "./save-search-intent";
import { NOT_TRANSLATED, searchContent } from "./search-content.server";

const what = "The search was not saved.";
const schema = z.object({ name: StoredQueryName });

export const saveSearchConstraint = getZodConstraint(schema);

/** Saves the search of the address as a stored query of the name in the form, and leads back to that search. */
export async function saveSearch({ request, scope, form }: { request: Request; scope: Scope; form: FormData }) {
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") return formReply(submission, { intent: SAVE_SEARCH });
  const { name: id } = submission.value;
  try {
    const content = await searchContent(scope, request);
    if (content === undefined)
      return formReply(submission, { intent: SAVE_SEARCH, status: 502, formErrors: [NOT_TRANSLATED] });
    if ((await getStoredQuery(scope, id)) !== undefined)
      return formReply(submission, { intent: SAVE_SEARCH, fieldErrors: { name: [nameTaken(id)] } });
    const changed = await change(scope, toCreateStoredQuery({ id, text: textOf(content) }));
    return redirectWithFlash({
      request,
      to: `${screenPath(scope, "search-preview")}${new URL(request.url).search}`,
      text: `Search saved as stored query ${id}.`,
      link: { to: screenPath(scope, "stored-queries", { rest: [id] }), label: "Open stored query" },
      changed,
    });
  } catch (error) {
    return failed(error, submission, {
      intent: SAVE_SEARCH,
      what,
      fields: { 409: "name" },
      words: { 409: nameTaken(id) },
    });
  }
}

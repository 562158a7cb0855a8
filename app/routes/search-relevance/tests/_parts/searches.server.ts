import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs } from "@remix-run/node";
import * as z from "zod";
import { formReply } from "~/components/forms/reply.server";
import { countOf } from "~/lib/values/numbers";
import { appLevel } from "~/navigation/paths";
import { answerForm } from "~/server/form-action.server";
import { requireIndex } from "~/services/indices/get.server";
import { change } from "~/services/platform/changes/change.server";
import { gradedTerm } from "~/services/search-relevance/grades/grades.server";
import { TestRefused, testsOf, toChangeTests } from "~/services/search-relevance/relevance-tests/changes.server";
import { LONGEST_QUERY, parts } from "~/services/search-relevance/relevance-tests/query-set";
import { drawQueries, testedTerms, testsOfQueries } from "~/services/search-relevance/relevance-tests/query-set.server";
import { listRelevanceTests } from "~/services/search-relevance/relevance-tests/store.server";
import type { Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { FROM_SEARCHES } from "./intents";
import { relevanceTests } from "./thing";

/** Of each part, where the address does not say. */
const EACH = 10;
/** As many as the page offers at most: three parts of 50. */
const MOST_TICKED = 150;

const schema = z.object({
  query: z
    .array(z.string().trim().min(1).max(LONGEST_QUERY), { error: "Choose at least one query." })
    .min(1, "Choose at least one query.")
    .max(MOST_TICKED, `Choose ${MOST_TICKED} queries at most.`),
});

/** What the page draws, and which of the queries have a test already. Throws BackendError. */
export async function loadSearches(
  scope: Scope,
  { index, results, each }: { index: string; results: "" | "with" | "without"; each: string },
) {
  if (!scope.can("analytics")) return { state: "no-right" as const };
  const found = await drawQueries(scope, { results, each: each === "" ? EACH : Number(each) });
  if (found === "not-offered") return { state: "not-offered" as const };
  const tested = testedTerms(listRelevanceTests(scope.context.config, testsOf(scope, index)));
  const shown = parts.map((part) => {
    const { queries, drawn } = found.set[part];
    return { part, queries, drawn: drawn.map((one) => ({ ...one, exists: tested.has(gradedTerm(one.query)) })) };
  });
  return { state: "drawn" as const, parts: shown, capped: found.capped };
}

/** Saves the ticked queries as tests; those that have one are left alone. */
export function answerSearches(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: relevanceTests,
    what: "No tests were saved.",
    run: async ({ scope, form }) => {
      const { name: index } = await requireIndex(scope);
      const submission = parseWithZod(form, { schema });
      if (submission.status !== "success") return formReply(submission, { intent: FROM_SEARCHES });
      const { query: queries } = submission.value;
      const put = testsOfQueries(listRelevanceTests(scope.context.config, testsOf(scope, index)), queries);
      const to = relevanceTests.path(appLevel(index));
      if (put.length === 0)
        return redirectWithFlash({ request, to, text: "No tests were saved: all of these queries have one already." });
      try {
        const changed = await change(scope, toChangeTests(scope, { index, verb: "add", put }));
        const left = queries.length - put.length;
        const text = `${countOf(put.length, "test")} added${left > 0 ? `, ${left} existed already` : ""}.`;
        return redirectWithFlash({ request, to, text, changed });
      } catch (error) {
        if (!(error instanceof TestRefused)) throw error;
        const { status, message } = error;
        return formReply(submission, {
          intent: FROM_SEARCHES,
          status,
          formErrors: [`No tests were saved. ${message}`],
        });
      }
    },
  });
}

import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs } from "@remix-run/node";
import * as z from "zod";
import { formReply } from "~/components/forms/reply.server";
import { failed } from "~/server/form-action.server";
import { planGate } from "~/lib/access-control/plan";
import { countOf } from "~/lib/values/numbers";
import { screenPath } from "~/navigation/paths";
import { titlesOf } from "~/services/data/documents/find.server";
import { change } from "~/services/platform/changes/change.server";
import { settle } from "~/services/platform/http/settle.server";
import { getGrades, toGrade } from "~/services/search-relevance/grades/grades.server";
import { requireIndex } from "~/services/indices/get.server";
import type { Scope, Wanted } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { GRADE } from "./grade-words";

// A grade and a document: "3 some id", "- some id" takes it back.
const gradedSchema = z
  .string()
  .max(600)
  .regex(/^[0-3-] [^]+$/, { error: "Choose a grade." })
  .transform((text) => ({ id: text.slice(2), grade: text.startsWith("-") ? null : Number(text.slice(0, 1)) }));
const schema = z.object({
  term: z.string({ error: "Search for something first." }).trim().min(1).max(500),
  graded: z.array(gradedSchema, { error: "Choose a grade." }).min(1, { error: "Choose a grade." }).max(100),
});

/** Whether results may be graded, and by whose leave. */
export function gradeGate(scope: Scope) {
  const plan = planGate({ plan: scope.identity.plan, feature: "grader" });
  return plan.ok ? scope.may("grades:write") : plan;
}

/**
 * The action of a screen that grades results: saves the grades of the form, and leads back to where it was sent from.
 */
export function gradingOf({ request }: ActionFunctionArgs, { right, screen }: { right: Wanted; screen: string }) {
  const what = "The grade was not saved.";
  return {
    right,
    what,
    run: async ({ scope, form }: { scope: Scope; form: FormData }) => {
      const submission = parseWithZod(form, { schema });
      if (submission.status !== "success") return formReply(submission, { intent: GRADE });
      const { term, graded } = submission.value;
      const { name: index } = await requireIndex(scope);
      const now = await getGrades(scope, { index, term });
      if (now === null)
        return formReply(submission, {
          intent: GRADE,
          status: 404,
          formErrors: [`${what} This server has no grades.`],
        });
      const docs = Object.fromEntries(graded.map(({ id, grade }) => [id, grade]));
      const before = Object.fromEntries(graded.map(({ id }) => [id, now.get(id) ?? null]));
      const known = await settle(titlesOf(scope, { index, ids: Object.keys(docs) }));
      const titles = known.ok ? known.value : {};
      let changed;
      try {
        changed = await change(scope, toGrade({ index, term, docs, before, titles }));
      } catch (error) {
        return failed(error, submission, { intent: GRADE, what });
      }
      const to = `${screenPath(scope, screen)}${new URL(request.url).search}`;
      const [one] = graded;
      const text =
        graded.length === 1 && one
          ? `Grade of ${titles[one.id] ?? one.id} ${one.grade === null ? "removed" : "saved"}.`
          : `${countOf(graded.length, "grade")} saved.`;
      return redirectWithFlash({ request, to, text, changed });
    },
  };
}

import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs } from "@remix-run/node";
import * as z from "zod";
import { formReply } from "~/components/forms/reply.server";
import { isUpload } from "~/editor/edit.server";
import { receiveText } from "~/editor/receive-text.server";
import { answerForm } from "~/server/form-action.server";
import { countOf } from "~/lib/values/numbers";
import { appLevel } from "~/navigation/paths";
import { change } from "~/services/platform/changes/change.server";
import { requireIndex } from "~/services/indices/get.server";
import { TestRefused, testsOf, toChangeTests } from "~/services/search-relevance/relevance-tests/changes.server";
import { importOf, LARGEST_TESTS_FILE, testsIn } from "~/services/search-relevance/relevance-tests/file.server";
import { judgmentsIn, planJudgments, SCALES } from "~/services/search-relevance/relevance-tests/judgments.server";
import type { Put } from "~/services/search-relevance/relevance-tests/records.server";
import { listRelevanceTests, type StoredTest } from "~/services/search-relevance/relevance-tests/store.server";
import { redirectWithFlash } from "~/sessions.server";
import { IMPORT, IMPORT_FILE } from "./intents";
import { relevanceTests } from "./thing";

const scales = SCALES.map(String);
const schema = z.object({
  tests: z.string({ error: "Paste tests or a judgment list." }),
  scale: z
    .string()
    .optional()
    .transform((scale) => (scale !== undefined && scales.includes(scale) ? Number(scale) : 0)),
});

type Planned = { put: Put[]; added: number; changed: number; same: number; scale?: number };

/** What a text changes: tests as they are exported, or a judgment list. */
function planOf(
  stored: readonly StoredTest[],
  { tests: text, scale }: z.infer<typeof schema>,
): { ok: true; plan: Planned } | { ok: false; message: string } {
  const judged = judgmentsIn(text);
  if (judged?.ok) return planJudgments(stored, { ratings: judged.ratings, scale });
  const read = judged ?? testsIn(text);
  return read.ok ? { ok: true, plan: importOf(stored, read.tests) } : read;
}

/** Takes tests or a judgment list from a file or a text: adds them, and changes those of the same label or query. */
export function answerImport(args: ActionFunctionArgs) {
  const { request } = args;
  const upload = isUpload(request);
  return answerForm(args, {
    right: relevanceTests,
    what: "The tests were not imported.",
    upload,
    mostBytes: LARGEST_TESTS_FILE,
    run: async ({ scope, form }) => {
      const { name: index } = await requireIndex(scope);
      const received = upload
        ? await receiveText(scope, { request, schema, field: "tests", maxBytes: LARGEST_TESTS_FILE })
        : null;
      // A file is not sent back with what is wrong with it: the reader has it.
      const submission = parseWithZod(received ? new FormData() : form, { schema: schema.partial() });
      const refuse = (message: string, status = 400) =>
        formReply(submission, {
          intent: upload ? IMPORT_FILE : IMPORT,
          status,
          fieldErrors: { [upload ? "file" : "tests"]: [message] },
        });
      if (received && !received.ok) return refuse(received.problem);
      const typed = received?.value ?? schema.parse({ tests: form.get("tests") ?? "", scale: form.get("scale") ?? "" });
      const planned = planOf(listRelevanceTests(scope.context.config, testsOf(scope, index)), typed);
      if (!planned.ok) return refuse(planned.message);
      const { put, added, changed: replaced, same, scale } = planned.plan;
      const to = relevanceTests.path(appLevel(index));
      if (put.length === 0)
        return redirectWithFlash({ request, to, text: "Nothing to import: all of it exists already." });
      try {
        const changed = await change(scope, toChangeTests(scope, { index, verb: "add", put }));
        const parts = [
          added > 0 && `${countOf(added, "test")} added`,
          replaced > 0 && `${replaced} ${scale === undefined ? "replaced" : "graded again"}`,
          same > 0 && `${same} unchanged`,
        ];
        const scaled = scale === undefined ? "" : ` Ratings of 0 to ${scale} were taken as grades of 0 to 3.`;
        return redirectWithFlash({ request, to, text: `${parts.filter(Boolean).join(", ")}.${scaled}`, changed });
      } catch (error) {
        if (error instanceof TestRefused) return refuse(`Nothing was imported. ${error.message}`, error.status);
        throw error;
      }
    },
  });
}

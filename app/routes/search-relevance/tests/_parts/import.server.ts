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
import { listRelevanceTests } from "~/services/search-relevance/relevance-tests/store.server";
import { redirectWithFlash } from "~/sessions.server";
import { IMPORT, IMPORT_FILE } from "./intents";
import { relevanceTests } from "./thing";

const schema = z.object({ tests: z.string({ error: "Paste the tests as JSON." }) });

/** Takes tests from a file or a text: adds them, and replaces those of the same label. */
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
      const text = received ? received.value.tests : form.get("tests");
      const read = testsIn(typeof text === "string" ? text : "");
      if (!read.ok) return refuse(read.message);
      const {
        put,
        added,
        changed: replaced,
        same,
      } = importOf(listRelevanceTests(scope.context.config, testsOf(scope, index)), read.tests);
      const to = relevanceTests.path(appLevel(index));
      if (put.length === 0)
        return redirectWithFlash({ request, to, text: "Nothing to import: all tests of the file are there already." });
      try {
        const changed = await change(scope, toChangeTests(scope, { index, verb: "add", put }));
        const parts = [
          added > 0 && `${countOf(added, "test")} added`,
          replaced > 0 && `${replaced} replaced`,
          same > 0 && `${same} unchanged`,
        ];
        return redirectWithFlash({ request, to, text: `${parts.filter(Boolean).join(", ")}.`, changed });
      } catch (error) {
        if (error instanceof TestRefused) return refuse(`Nothing was imported. ${error.message}`, error.status);
        throw error;
      }
    },
  });
}

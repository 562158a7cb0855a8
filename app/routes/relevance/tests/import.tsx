import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { FormBoundary } from "~/components/detail-kit";
import { FormEnd, JsonArea, ServerForm, TextField, useServerForm } from "~/components/form-kit";
import { formReply } from "~/components/forms/reply.server";
import { Card, PageHeader } from "~/components/kit";
import { isUpload } from "~/editor/edit.server";
import { receiveText } from "~/editor/receive-text.server";
import { answerForm } from "~/form-action.server";
import { countOf } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { permissionsOf } from "~/navigation/sections";
import { change } from "~/services/changes/change.server";
import { requireIndex } from "~/services/indices/get.server";
import { TestRefused, testsOf, toChangeTests } from "~/services/relevance-tests/changes.server";
import { importOf, LARGEST_TESTS_FILE, testsIn } from "~/services/relevance-tests/file.server";
import { listRelevanceTests } from "~/services/relevance-tests/store.server";
import { redirectWithFlash } from "~/sessions.server";
import { openTests } from "./_parts/form.server";
import { appLevel, crumb, IMPORT, testsPath, testsTitle } from "./_parts/screen";

const FILE = `${IMPORT}-file`;

export const handle: Handle = { screen: "relevance-tests", crumbs: crumb("Import") };
export const meta: MetaFunction = ({ params }) => [{ title: testsTitle(params, "Import") }];

const schema = z.object({ tests: z.string({ error: "Paste the tests as JSON." }) });

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { scope, index } = await openTests(request, params, context);
  return { index, gate: scope.may("relevance:write") };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const upload = isUpload(request);
  return answerForm(args, {
    right: permissionsOf("relevance-tests"),
    what: "The tests were not imported.",
    upload,
    mostBytes: LARGEST_TESTS_FILE,
    run: async ({ scope, form }) => {
      const { name: index } = await requireIndex(scope);
      const received = upload ? await receiveText(scope, { request, schema, field: "tests", maxBytes: LARGEST_TESTS_FILE }) : null;
      // A file is not sent back with what is wrong with it: the reader has it.
      const submission = parseWithZod(received ? new FormData() : form, { schema: schema.partial() });
      const refuse = (message: string, status = 400) =>
        formReply(submission, { intent: upload ? FILE : IMPORT, status, fieldErrors: { [upload ? "file" : "tests"]: [message] } });
      if (received && !received.ok) return refuse(received.problem);
      const text = received ? received.value.tests : form.get("tests");
      const read = testsIn(typeof text === "string" ? text : "");
      if (!read.ok) return refuse(read.message);
      const { put, added, changed: replaced, same } = importOf(listRelevanceTests(scope.context.config, testsOf(scope, index)), read.tests);
      const to = testsPath(appLevel(index));
      if (put.length === 0) return redirectWithFlash({ request, to, text: "Nothing to import: all tests of the file are there already." });
      try {
        const changed = await change(scope, toChangeTests(scope, { index, verb: "add", put }));
        const parts = [added > 0 && `${countOf(added, "test")} added`, replaced > 0 && `${replaced} replaced`, same > 0 && `${same} unchanged`];
        return redirectWithFlash({ request, to, text: `${parts.filter(Boolean).join(", ")}.`, changed });
      } catch (error) {
        if (error instanceof TestRefused) return refuse(`Nothing was imported. ${error.message}`, error.status);
        throw error;
      }
    },
  });
}

export default function ImportRelevanceTestsScreen() {
  const { index, gate } = useLoaderData<typeof loader>();
  const typed = useServerForm<{ tests: string }>({ id: `import-tests-${index}`, intent: IMPORT });
  const upload = useServerForm<{ file: string }>({ id: `import-tests-file-${index}`, intent: FILE });
  return (
    <div className="max-w-form">
      <PageHeader title="Import relevance tests" description="Tests with a label that exists are replaced. No test is deleted." />
      <Card title="From a file" className="mb-5">
        <ServerForm form={upload.form} intent={FILE} encType="multipart/form-data" reloadDocument labels={{ file: "File" }} className="mt-2">
          <TextField field={upload.fields.file} label="File" type="file" accept=".json,application/json" hint="JSON as exported. Up to 10 MB." required />
          <FormEnd label="Import file" busy={upload.busy} gate={gate} />
        </ServerForm>
      </Card>
      <ServerForm form={typed.form} intent={IMPORT} labels={{ tests: "Tests" }}>
        <JsonArea
          field={typed.fields.tests}
          label="Tests"
          hint='For example [{ "label": "Boots", "search": "boots", "expectations": [{ "kind": "within", "document": "b1", "places": 3 }] }]'
          rows={10}
          required
        />
        <FormEnd label="Import" busy={typed.busy} gate={gate} cancelTo={testsPath(appLevel(index))} />
      </ServerForm>
    </div>
  );
}

export { FormBoundary as ErrorBoundary };

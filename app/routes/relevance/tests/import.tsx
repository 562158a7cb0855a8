import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { FormEnd, JsonArea, ServerForm, TextField, useServerForm } from "~/components/form-kit";
import { Card, PageHeader } from "~/components/kit";
import type { Handle } from "~/navigation/handle";
import { openTests } from "./_parts/form.server";
import { answerImport } from "./_parts/import.server";
import { IMPORT_FILE } from "./_parts/intents";
import { appLevel, crumb, IMPORT, testsPath, testsTitle } from "./_parts/screen";

export const handle: Handle = { takes: "files", screen: "relevance-tests", crumbs: crumb("Import") };
export const meta: MetaFunction = ({ params }) => [{ title: testsTitle(params, "Import") }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { scope, index } = await openTests(request, params, context);
  return { index, gate: scope.may("relevance:write") };
}

export async function action(args: ActionFunctionArgs) {
  return answerImport(args);
}

export default function ImportRelevanceTestsScreen() {
  const { index, gate } = useLoaderData<typeof loader>();
  const typed = useServerForm<{ tests: string }>({ id: `import-tests-${index}`, intent: IMPORT });
  const upload = useServerForm<{ file: string }>({ id: `import-tests-file-${index}`, intent: IMPORT_FILE });
  return (
    <div className="max-w-form">
      <PageHeader title="Import relevance tests" description="Tests with a label that exists are replaced. No test is deleted." />
      <Card title="From a file" className="mb-5">
        <ServerForm form={upload.form} intent={IMPORT_FILE} encType="multipart/form-data" reloadDocument labels={{ file: "File" }} className="mt-2">
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

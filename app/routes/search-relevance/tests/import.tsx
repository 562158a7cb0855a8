import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SelectField, TextField } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { JsonArea } from "~/components/forms/code/json-area";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Card } from "~/components/ui/card";
import { PageHeader } from "~/components/ui/page/page-header";
import { appLevel } from "~/navigation/paths";
import { openTests } from "./_parts/form/form.server";
import { answerImport } from "./_parts/import.server";
import { IMPORT, IMPORT_FILE } from "./_parts/intents";
import { relevanceTests } from "./_parts/thing";

export const handle = relevanceTests.beside("Import", { takes: "files" });
export const meta = relevanceTests.meta("Import");

const scaleField = {
  label: "Scale of a judgment list",
  hint: "Ratings become grades of 0 to 3.",
  placeholder: "Smallest scale that fits",
  options: ["1", "3", "4", "10", "100"].map((most) => ({ value: most, label: `0 to ${most}` })),
};

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { scope, index } = await openTests(request, params, context);
  return { index, gate: scope.may("relevance:write") };
}

export async function action(args: ActionFunctionArgs) {
  return answerImport(args);
}

export default function ImportRelevanceTestsScreen() {
  const { index, gate } = useLoaderData<typeof loader>();
  const typed = useServerForm<{ tests: string; scale: string }>({ id: `import-tests-${index}`, intent: IMPORT });
  const upload = useServerForm<{ file: string; scale: string }>({
    id: `import-tests-file-${index}`,
    intent: IMPORT_FILE,
  });
  return (
    <div className="max-w-form">
      <PageHeader
        title="Import relevance tests"
        description="Tests as exported, or a judgment list of Quepid or of OpenSearch's workbench. Tests of the same label are replaced; no test is deleted."
      />
      <Card title="From a file" className="mb-5">
        <ServerForm
          form={upload.form}
          intent={IMPORT_FILE}
          encType="multipart/form-data"
          reloadDocument
          labels={{ file: "File", scale: scaleField.label }}
          className="mt-2"
        >
          <TextField
            field={upload.fields.file}
            label="File"
            type="file"
            accept=".json,.csv,application/json,text/csv"
            hint="JSON, or CSV with the columns query, docid and rating. Up to 10 MB."
            required
          />
          <SelectField field={upload.fields.scale} {...scaleField} />
          <FormEnd label="Import file" busy={upload.busy} gate={gate} />
        </ServerForm>
      </Card>
      <ServerForm form={typed.form} intent={IMPORT} labels={{ tests: "Tests", scale: scaleField.label }}>
        <JsonArea
          field={typed.fields.tests}
          label="Tests"
          hint='For example [{ "label": "Boots", "search": "boots", "expectations": [{ "kind": "within", "document": "b1", "places": 3 }] }]'
          rows={10}
          required
        />
        <SelectField field={typed.fields.scale} {...scaleField} />
        <FormEnd
          label="Import"
          tone="plain"
          busy={typed.busy}
          gate={gate}
          cancelTo={relevanceTests.path(appLevel(index))}
        />
      </ServerForm>
    </div>
  );
}

export { FormBoundary as ErrorBoundary };

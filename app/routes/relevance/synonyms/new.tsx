import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { FormEnd, ServerForm, TextArea, TextField, useServerForm } from "~/components/form-kit";
import { Card, PageHeader } from "~/components/kit";
import { answerForm } from "~/form-action.server";
import { isUpload } from "~/editor/edit.server";
import type { Handle } from "~/navigation/handle";
import { appLevel } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { requireIndex } from "~/services/indices/get.server";
import { requireScope } from "~/session/scope.server";
import { takeFile, takeTyped } from "./_parts/draft.server";
import { ADD, UPLOAD } from "./_parts/intents";
import { crumb, synonymsPath, synonymsTitle } from "./_parts/screen";

export const handle: Handle = { takes: "files", screen: "synonyms", crumbs: crumb("Add") };
export const meta: MetaFunction = ({ params }) => [{ title: synonymsTitle(params, "Add") }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("synonyms"), context);
  const { name } = await requireIndex(scope);
  return { name, gate: scope.may("synonyms:write") };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const upload = isUpload(request);
  return answerForm(args, {
    right: permissionsOf("synonyms"),
    what: "Nothing is saved yet.",
    upload,
    mostBytes: 10 * 1024 ** 2,
    run: async ({ scope, form }) => {
      const { name } = await requireIndex(scope);
      return upload ? takeFile(scope, { index: name, request }) : takeTyped(scope, { index: name, form });
    },
  });
}

export default function AddSynonymsScreen() {
  const { name, gate } = useLoaderData<typeof loader>();
  const typed = useServerForm<{ groups: string }>({ id: `synonyms-${name}`, intent: ADD });
  const upload = useServerForm<{ file: string }>({ id: `synonyms-file-${name}`, intent: UPLOAD });
  const cancelTo = synonymsPath(appLevel(name));
  return (
    <div className="max-w-form">
      <PageHeader title="Add synonyms" />
      <ServerForm form={typed.form} intent={ADD} labels={{ groups: "Groups" }} className="mb-6">
        <TextArea
          field={typed.fields.groups}
          label="Groups"
          hint="One on each line: sofa, couch for words that mean the same; tv => television where only the first finds the second."
          rows={8}
          spellCheck={false}
          required
        />
        <FormEnd label="Review" busy={typed.busy} gate={gate} cancelTo={cancelTo} />
      </ServerForm>
      <Card title="From a file">
        <ServerForm form={upload.form} intent={UPLOAD} encType="multipart/form-data" reloadDocument labels={{ file: "File" }} className="mt-2">
          <TextField
            field={upload.fields.file}
            label="File"
            type="file"
            accept=".csv,.txt,.json,text/csv,application/json,text/plain"
            hint="CSV with a group on each line, or a JSON list. Up to 10 MB."
            required
          />
          <FormEnd label="Review file" busy={upload.busy} gate={gate} tone="primary" />
        </ServerForm>
      </Card>
    </div>
  );
}

export { FormBoundary as ErrorBoundary };

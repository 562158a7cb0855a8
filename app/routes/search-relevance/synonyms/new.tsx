import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { TextArea, TextField } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { Card } from "~/components/ui/card";
import { PageHeader } from "~/components/ui/page/page-header";
import { isUpload } from "~/editor/edit.server";
import { answerForm } from "~/server/form-action.server";
import { appLevel } from "~/navigation/paths";
import { requireIndex } from "~/services/indices/get.server";
import { requireScope } from "~/session/scope.server";
import { synonymStart } from "./_parts/addresses";
import { takeFile, takeTyped } from "./_parts/draft.server";
import { ADD, UPLOAD } from "./_parts/intents";
import { synonyms } from "./_parts/thing";

export const handle = synonyms.beside("Add", { takes: "files" });
export const meta = synonyms.meta("Add");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, synonyms, context);
  const { name } = await requireIndex(scope);
  return { name, gate: scope.may("synonyms:write"), begun: synonymStart.at(request).state.groups };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const upload = isUpload(request);
  return answerForm(args, {
    right: synonyms,
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
  const { name, gate, begun } = useLoaderData<typeof loader>();
  const typed = useServerForm<{ groups: string }>({
    id: `synonyms-${name}`,
    intent: ADD,
    defaultValue: { groups: begun },
  });
  const upload = useServerForm<{ file: string }>({ id: `synonyms-file-${name}`, intent: UPLOAD });
  const cancelTo = synonyms.path(appLevel(name));
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
        <ServerForm
          form={upload.form}
          intent={UPLOAD}
          encType="multipart/form-data"
          reloadDocument
          labels={{ file: "File" }}
          className="mt-2"
        >
          <TextField
            field={upload.fields.file}
            label="File"
            type="file"
            accept=".csv,.txt,.json,text/csv,application/json,text/plain"
            hint="CSV with a group on each line, or a JSON list. Up to 10 MB."
            required
          />
          <FormEnd label="Review file" busy={upload.busy} gate={gate} tone="plain" />
        </ServerForm>
      </Card>
    </div>
  );
}

export { FormBoundary as ErrorBoundary };

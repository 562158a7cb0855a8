import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { TextArea, TextField } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { FieldGroup, ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { PageHeader } from "~/components/ui/page/page-header";
import { isUpload } from "~/editor/edit.server";
import { answerForm } from "~/server/form-action.server";
import { appLevel } from "~/navigation/paths";
import { requireIndex } from "~/services/indices/get.server";
import { requireScope } from "~/session/scope.server";
import { synonymStart } from "./_parts/addresses";
import { takeFile, takeGroup, takeTyped } from "./_parts/draft.server";
import { GroupForm } from "./_parts/group-form";
import { groupConstraint, groupValues } from "./_parts/group-form.server";
import { ADD, UPLOAD } from "./_parts/intents";
import { synonyms } from "./_parts/thing";

export const handle = synonyms.beside("Add", { takes: "files" });
export const meta = synonyms.meta("Add");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, synonyms, context);
  const { name } = await requireIndex(scope);
  const begun = synonymStart.at(request).state.groups;
  const several = begun.trim().includes("\n");
  return {
    name,
    gate: scope.may("synonyms:write"),
    values: groupValues(several ? "" : begun),
    many: several ? begun : "",
    constraint: groupConstraint,
  };
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
      if (upload) return takeFile(scope, { index: name, request });
      const typed = { index: name, form };
      return form.get("intent") === ADD ? takeTyped(scope, typed) : takeGroup(scope, typed);
    },
  });
}

export default function AddSynonymsScreen() {
  const { name, gate, values, many, constraint } = useLoaderData<typeof loader>();
  const typed = useServerForm<{ groups: string }>({
    id: `synonyms-${name}`,
    intent: ADD,
    defaultValue: { groups: many },
  });
  const upload = useServerForm<{ file: string }>({ id: `synonyms-file-${name}`, intent: UPLOAD });
  const cancelTo = synonyms.path(appLevel(name));
  return (
    <div className="max-w-form">
      <PageHeader title="Add synonyms" />
      <GroupForm id={`synonym-new-${name}`} {...{ values, constraint, gate, cancelTo }} />
      <FieldGroup legend="Paste many" folded open={many !== "" || typed.form.status === "error"}>
        <ServerForm form={typed.form} intent={ADD} labels={{ groups: "Groups" }} className="mb-6">
          <TextArea
            field={typed.fields.groups}
            label="Groups"
            hint="One per line: sofa, couch for equal words; tv => television for one-way."
            rows={8}
            spellCheck={false}
            required
          />
          <FormEnd label="Review groups" busy={typed.busy} gate={gate} tone="plain" />
        </ServerForm>
      </FieldGroup>
      <FieldGroup legend="Upload file" folded open={upload.form.status === "error"}>
        <ServerForm
          form={upload.form}
          intent={UPLOAD}
          encType="multipart/form-data"
          reloadDocument
          labels={{ file: "File" }}
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
      </FieldGroup>
    </div>
  );
}

export { FormBoundary as ErrorBoundary };

import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ButtonBar, FormBoundary, ServerForm, TextField, useServerForm } from "~/components/form-kit";
import { Button, LinkButton, PageHeader } from "~/components/kit";
import { JsonArea } from "~/components/forms/json-area";
import { formReply } from "~/components/forms/reply.server";
import { answerForm, failed } from "~/form-action.server";
import { shownId } from "~/lib/ids";
import type { Handle } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { requireIndex } from "~/services/indices/get.server";
import { requireScope } from "~/session/scope.server";
import { change } from "~/services/changes/change.server";
import { toCreateDocument } from "~/services/documents/write.server";
import { redirectWithFlash } from "~/sessions.server";
import { AddSchema, type AddShape, MOST_TYPED_BYTES } from "./_parts/document-form.server";
import { indexOf } from "./_parts/document-ref.server";
import { documentPath, titleOf } from "./_parts/paths";

const INTENT = "add-document";
const NOT_ADDED = "The document was not added.";

export const handle: Handle = { screen: "browse", crumbs: () => [{ label: "Add document" }] };
export const meta: MetaFunction = ({ params }) => [{ title: titleOf(params, "Add document") }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const { name } = await requireIndex(scope);
  return { name };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: "develop",
    mostBytes: MOST_TYPED_BYTES,
    what: NOT_ADDED,
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: AddSchema });
      if (submission.status !== "success") return formReply(submission, { intent: INTENT });
      const { id, source } = submission.value;
      try {
        const changed = await change(scope, toCreateDocument({ index: indexOf(scope), id, source }));
        const made = changed.value.id;
        return redirectWithFlash({ request: args.request, to: documentPath(scope, made), text: `Document ${shownId(made)} added.`, changed });
      } catch (error) {
        const words = { 409: `There is a document with the id ${shownId(id ?? "")} already. Give another one, or open that document to change it.` };
        return failed(error, submission, { intent: INTENT, what: NOT_ADDED, fields: { 400: "source", 409: "id" }, words });
      }
    },
  });
}

export default function AddDocumentScreen() {
  const { name } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<AddShape>({ id: `add-${name}`, intent: INTENT, defaultValue: { source: "{\n  \n}" } });
  return (
    <>
      <PageHeader title="Add document" description={`One document for ${name}, as JSON. For many, import a file.`} />
      <ServerForm form={form} intent={INTENT} labels={{ id: "Id", source: "Document" }} className="max-w-[1000px]">
        <TextField
          field={fields.id}
          label="Id (optional)"
          hint="Left empty, the engine makes one."
          autoComplete="off"
          spellCheck={false}
          className="max-w-form"
        />
        <JsonArea
          field={fields.source}
          label="Document"
          hint={<>Such as {'{ "title": "Metropolis", "year": 1927 }'}. It is stored as you type it.</>}
          rows={18}
        />
        <ButtonBar>
          <Button tone="primary" disabled={busy}>
            {busy ? "Adding…" : "Add document"}
          </Button>
          <LinkButton tone="quiet" to={screenPath(appLevel(name), "browse")}>
            Cancel
          </LinkButton>
        </ButtonBar>
      </ServerForm>
    </>
  );
}

export { FormBoundary as ErrorBoundary };

import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { TextField } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { JsonArea } from "~/components/forms/json-area";
import { formReply } from "~/components/forms/reply.server";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { PageHeader } from "~/components/ui/page/page-header";
import { MOST_TYPED_BYTES } from "~/editor/edit.server";
import { answerForm, failed } from "~/server/form-action.server";
import { shownId } from "~/lib/address/ids";
import { browseTitle, documentPath } from "~/navigation/document-paths";
import type { Handle } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import {
  newDocumentConstraint,
  newDocumentSchema,
  type NewDocumentShape,
} from "~/services/data/documents/new-document.server";
import { toCreateDocument } from "~/services/data/documents/write.server";
import { indexOf, requireIndex } from "~/services/indices/get.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";

const INTENT = "add-document";
const FORMED =
  "The body is the document as typed. With an ID it is a POST to /_create/<ID>, which refuses an ID that exists.";
const NOT_ADDED = "The document was not added.";

export const handle: Handle = { takes: "texts", screen: "browse", crumbs: () => [{ label: "Add document" }] };
export const meta: MetaFunction = ({ params }) => [{ title: browseTitle(params, "Add document") }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const { name } = await requireIndex(scope);
  const shown = shownRequest(scope, toCreateDocument({ index: name, source: "{}" }));
  return {
    name,
    constraint: newDocumentConstraint,
    gate: scope.may("documents:write"),
    request: { ...shown, remark: FORMED },
  };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: "develop",
    mostBytes: MOST_TYPED_BYTES,
    what: NOT_ADDED,
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: newDocumentSchema });
      if (submission.status !== "success") return formReply(submission, { intent: INTENT });
      const { id, source } = submission.value;
      try {
        const changed = await change(scope, toCreateDocument({ index: indexOf(scope), id, source }));
        const made = changed.value.id;
        return redirectWithFlash({
          request: args.request,
          to: documentPath(scope, { id: made }),
          text: `Document ${shownId(made)} added.`,
          changed,
        });
      } catch (error) {
        const words = {
          409: `Document ${shownId(id ?? "")} already exists. Choose another ID, or open that document to edit it.`,
        };
        return failed(error, submission, {
          intent: INTENT,
          what: NOT_ADDED,
          fields: { 400: "source", 409: "id" },
          words,
        });
      }
    },
  });
}

export default function AddDocumentScreen() {
  const { name, constraint, gate, request } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<NewDocumentShape>({
    id: `add-${name}`,
    intent: INTENT,
    constraint,
    defaultValue: { source: "{\n  \n}" },
  });
  return (
    <>
      <PageHeader title="Add document" />
      <ServerForm form={form} intent={INTENT} labels={{ id: "ID", source: "Document" }} className="max-w-[1000px]">
        <TextField
          field={fields.id}
          label="ID"
          hint="Leave empty to generate one."
          autoComplete="off"
          spellCheck={false}
          className="max-w-form"
        />
        <JsonArea
          field={fields.source}
          label="Document"
          hint={<>JSON, such as {'{ "title": "Metropolis", "year": 1927 }'}. Stored as typed.</>}
          rows={18}
        />
        <FormEnd
          label="Add document"
          busyLabel="Adding…"
          busy={busy}
          request={request}
          gate={gate}
          cancelTo={screenPath(appLevel(name), "browse")}
        />
      </ServerForm>
    </>
  );
}

export { FormBoundary as ErrorBoundary };

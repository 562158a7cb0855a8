import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { formReply } from "~/components/forms/reply.server";
import { PageHeader } from "~/components/ui/page/page-header";
import { MOST_TYPED_BYTES } from "~/editor/edit.server";
import { answerForm, failed } from "~/server/form-action.server";
import { shownId } from "~/lib/address/ids";
import { browseTitle, documentPath } from "~/navigation/document-paths";
import type { Handle } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { nameOfDocument } from "~/services/data/documents/name.server";
import { newDocumentConstraint, newDocumentSchema } from "~/services/data/documents/new-document.server";
import { toCreateDocument } from "~/services/data/documents/write.server";
import { indexOf, requireIndex } from "~/services/indices/get.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { AddAsJson, AddByFields } from "./_parts/add-forms";
import { ADD, ADD_FIELDS } from "./_parts/add-intents";
import { useDocumentShape } from "./_parts/as-tabs";
import { newFieldsOf, readNewFields } from "./_parts/new-fields.server";

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
    fields: await newFieldsOf(scope, name),
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
    run: ({ scope, form }) => addDocument({ request: args.request, scope, form }),
  });
}

async function addDocument({ request, scope, form }: { request: Request; scope: Scope; form: FormData }) {
  const isFields = form.get("intent") === ADD_FIELDS;
  const intent = isFields ? ADD_FIELDS : ADD;
  const read = isFields ? readNewFields(form) : readNewText(form);
  const { submission } = read;
  if (submission.status !== "success") return formReply(submission, { intent });
  try {
    const changed = await change(scope, toCreateDocument({ index: indexOf(scope), id: read.id, source: read.source }));
    const made = changed.value.id;
    return redirectWithFlash({
      request,
      to: documentPath(scope, { id: made }),
      text: `Document ${nameOfDocument({ id: made }, read.source)} added.`,
      changed,
    });
  } catch (error) {
    const words = {
      409: `Document ${shownId(read.id ?? "")} already exists. Choose another ID, or open that document to edit it.`,
    };
    const fields = { ...(isFields ? {} : { 400: "source" }), 409: "id" };
    return failed(error, submission, { intent, what: NOT_ADDED, fields, words });
  }
}

function readNewText(form: FormData) {
  const submission = parseWithZod(form, { schema: newDocumentSchema });
  const { id, source } = submission.status === "success" ? submission.value : { id: undefined, source: "" };
  return { submission, id, source };
}

export default function AddDocumentScreen() {
  const { name, fields, constraint, gate, request } = useLoaderData<typeof loader>();
  const { isJson, tabs } = useDocumentShape("Add as");
  const end = { request, gate, cancelTo: screenPath(appLevel(name), "browse") };
  return (
    <>
      <PageHeader title="Add document">{fields && tabs}</PageHeader>
      {fields && !isJson ? (
        <AddByFields name={name} typed={fields} end={end} />
      ) : (
        <AddAsJson name={name} constraint={constraint} end={end} />
      )}
    </>
  );
}

export { FormBoundary as ErrorBoundary };

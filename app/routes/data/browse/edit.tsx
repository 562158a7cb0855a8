import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EditPage } from "~/components/editor/edit-page";
import { FormBoundary } from "~/components/detail-kit";
import "~/components/kit";
import { isUpload, loadEditor, MOST_TYPED_BYTES, takeEdit } from "~/editor/edit.server";
import { answerForm } from "~/form-action.server";
import { shownId } from "~/lib/ids";
import { browseTitle, documentCrumbs, documentLabel, rawPath } from "~/navigation/document-paths";
import type { Handle } from "~/navigation/handle";
import { appLevel } from "~/navigation/paths";
import { requireScope } from "~/session/scope.server";
import { documentRef, documents } from "./_parts/document.server";

export const handle: Handle = { screen: "browse", crumbs: documentCrumbs("Edit") };
export const meta: MetaFunction = ({ params, location }) => [{ title: browseTitle(params, `Edit ${documentLabel(location.pathname)}`) }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const ref = documentRef(request, scope);
  return { ref, editor: await loadEditor({ request, scope, editable: documents, ref }) };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: "develop",
    mostBytes: MOST_TYPED_BYTES,
    what: "Nothing is saved yet.",
    upload: isUpload(request),
    run: ({ scope, form }) => takeEdit({ request, scope, editable: documents, ref: documentRef(request, scope) }, form),
  });
}

export default function EditDocumentScreen() {
  const { ref, editor } = useLoaderData<typeof loader>();
  return <EditPage title={`Edit ${shownId(ref.id)}`} editor={editor} formId={`document-${ref.index}-${ref.id}`} rawHref={rawPath(appLevel(ref.index), ref)} />;
}

export { FormBoundary as ErrorBoundary };

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DeletePage } from "~/components/editor/delete-page";
import { FormBoundary } from "~/components/detail-kit";
import "~/components/kit";
import { deleteOne, loadDelete } from "~/editor/delete.server";
import { answerForm } from "~/form-action.server";
import { shownId } from "~/lib/ids";
import { readPlace } from "~/lib/list-place";
import { browseTitle, documentCrumbs, documentLabel } from "~/navigation/document-paths";
import type { Handle } from "~/navigation/handle";
import { requireScope } from "~/session/scope.server";
import { listPath } from "./_parts/address";
import { documentRef, documents } from "./_parts/document.server";

export const handle: Handle = { screen: "browse", crumbs: documentCrumbs("Delete") };
export const meta: MetaFunction = ({ params, location }) => [{ title: browseTitle(params, `Delete ${documentLabel(location.pathname)}`) }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const ref = documentRef(request, scope);
  return { ref, page: await loadDelete({ request, scope, editable: documents, ref }) };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const place = readPlace(new URL(request.url).searchParams);
  return answerForm(args, {
    right: "develop",
    what: "The document was not deleted.",
    run: ({ scope, form }) => deleteOne({ request, scope, editable: documents, ref: documentRef(request, scope) }, { form, listPath: listPath(scope, place) }),
  });
}

export default function DeleteDocumentScreen() {
  const { ref, page } = useLoaderData<typeof loader>();
  return <DeletePage page={page} description={`Document ${shownId(ref.id)} in ${ref.index}.`} />;
}

export { FormBoundary as ErrorBoundary };

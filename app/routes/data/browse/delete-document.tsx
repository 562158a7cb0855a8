import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DeletePage } from "~/components/editor/delete-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { shownId } from "~/lib/address/ids";
import { readPlace } from "~/lib/address/list-place";
import { browseTitle, documentCrumbs, documentTitle } from "~/navigation/document-paths";
import type { Handle } from "~/navigation/handle";
import { listPath } from "./_parts/address";
import { documentPages } from "./_parts/document.server";

export const handle: Handle = { screen: "browse", crumbs: documentCrumbs("Delete") };
export const meta: MetaFunction = ({ params, location, data }) => [
  { title: browseTitle(params, `Delete ${documentTitle({ data, pathname: location.pathname })}`) },
];

export async function loader(args: LoaderFunctionArgs) {
  return documentPages.loadDelete(args);
}

export async function action(args: ActionFunctionArgs) {
  return documentPages.takeDelete(args, {
    listOf: (scope) => listPath(scope, readPlace(new URL(args.request.url).searchParams)),
  });
}

export default function DeleteDocumentScreen() {
  const { ref, page } = useLoaderData<typeof loader>();
  return <DeletePage page={page} description={`Document ${shownId(ref.id)} in ${ref.index}.`} />;
}

export { FormBoundary as ErrorBoundary };

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EditPage } from "~/components/editor/edit-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { shownId } from "~/lib/address/ids";
import { browseTitle, documentCrumbs, documentLabel, rawPath } from "~/navigation/document-paths";
import type { Handle } from "~/navigation/handle";
import { appLevel } from "~/navigation/paths";
import { documentPages } from "./_parts/document.server";

export const handle: Handle = { takes: "files", screen: "browse", crumbs: documentCrumbs("Edit") };
export const meta: MetaFunction = ({ params, location }) => [
  { title: browseTitle(params, `Edit ${documentLabel(location.pathname)}`) },
];

export async function loader(args: LoaderFunctionArgs) {
  return documentPages.loadEdit(args);
}

export async function action(args: ActionFunctionArgs) {
  return documentPages.takeEdit(args);
}

export default function EditDocumentScreen() {
  const { ref, editor } = useLoaderData<typeof loader>();
  return (
    <EditPage
      title={`Edit ${shownId(ref.id)}`}
      editor={editor}
      formId={`document-${ref.index}-${ref.id}`}
      rawHref={rawPath(appLevel(ref.index), ref)}
    />
  );
}

export { FormBoundary as ErrorBoundary };

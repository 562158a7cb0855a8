import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EditPage } from "~/components/editor/edit-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { browseTitle, documentCrumbs, documentLabel, rawPath } from "~/navigation/document-paths";
import type { Handle } from "~/navigation/handle";
import { appLevel } from "~/navigation/paths";
import { documentPages, nameOfDocument } from "./_parts/document.server";

export const handle: Handle = { takes: "files", screen: "browse", crumbs: documentCrumbs("Edit") };
export const meta: MetaFunction<typeof loader> = ({ params, location, data }) => [
  { title: browseTitle(params, `Edit ${data?.title ?? documentLabel(location.pathname)}`) },
];

export async function loader(args: LoaderFunctionArgs) {
  const loaded = await documentPages.loadEdit(args);
  return { ...loaded, title: nameOfDocument(loaded.ref, loaded.editor.text) };
}

export async function action(args: ActionFunctionArgs) {
  return documentPages.takeEdit(args);
}

export default function EditDocumentScreen() {
  const { ref, editor, title } = useLoaderData<typeof loader>();
  return (
    <EditPage
      title={`Edit ${title}`}
      editor={editor}
      formId={`document-${ref.index}-${ref.id}`}
      rawHref={rawPath(appLevel(ref.index), ref)}
    />
  );
}

export { FormBoundary as ErrorBoundary };

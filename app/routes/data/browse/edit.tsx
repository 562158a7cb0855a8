import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EditPage } from "~/components/editor/edit-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { browseTitle, documentCrumbs, documentTitle, rawPath } from "~/navigation/document-paths";
import type { Handle } from "~/navigation/handle";
import { appLevel } from "~/navigation/paths";
import { useDocumentShape } from "./_parts/as-tabs";
import { nameOfDocument } from "~/services/data/documents/name.server";
import { documentPages } from "./_parts/document.server";
import { fieldsOf, shapeOf } from "./_parts/fields.server";
import { FieldsForm } from "./_parts/fields-form";

export const handle: Handle = { takes: "files", screen: "browse", crumbs: documentCrumbs("Edit") };
export const meta: MetaFunction<typeof loader> = ({ params, location, data }) => [
  { title: browseTitle(params, `Edit ${documentTitle({ data, pathname: location.pathname })}`) },
];

export async function loader(args: LoaderFunctionArgs) {
  const { shape, ...loaded } = await documentPages.loadEdit(args, async ({ scope, ref }) => ({
    shape: await shapeOf(scope, ref.index),
  }));
  const { ref, editor } = loaded;
  return { ...loaded, typed: fieldsOf({ text: editor.text, ...shape }), title: nameOfDocument(ref, editor.text) };
}

export async function action(args: ActionFunctionArgs) {
  return documentPages.takeEdit(args);
}

export default function EditDocumentScreen() {
  const { ref, editor, title, typed } = useLoaderData<typeof loader>();
  const { isJson, tabs } = useDocumentShape("Edit as");
  const formId = `document-${ref.index}-${ref.id}`;
  if (typed && !isJson) {
    return (
      <>
        <PageHeader title={<Name>Edit {title}</Name>}>{tabs}</PageHeader>
        <FieldsForm key={editor.version} editor={editor} {...typed} formId={`${formId}-fields`} />
      </>
    );
  }
  return (
    <EditPage
      title={`Edit ${title}`}
      editor={editor}
      formId={formId}
      rawHref={rawPath(appLevel(ref.index), ref)}
      tabs={typed && tabs}
    />
  );
}

export { FormBoundary as ErrorBoundary };

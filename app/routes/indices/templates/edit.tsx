import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EditPage } from "~/components/editor/edit-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { encodeSegment } from "~/lib/address/ids";
import { type Handle, titled } from "~/navigation/handle";
import { templatePages } from "./editable.server";
import { families, templateCrumbs, templateTitle } from "./template-names";

export const handle: Handle = { takes: "files", screen: "", crumbs: templateCrumbs("Edit") };
export const meta = titled(templateTitle("Edit"), families.index.title);

export async function loader(args: LoaderFunctionArgs) {
  return templatePages.loadEdit(args);
}

export async function action(args: ActionFunctionArgs) {
  return templatePages.takeEdit(args);
}

export default function EditTemplateScreen() {
  const { ref, editor } = useLoaderData<typeof loader>();
  const { kind, name } = ref;
  return (
    <EditPage
      title={`Edit ${name}`}
      editor={editor}
      formId={`template-${kind}-${name}`}
      rawHref={`/resources/templates/${kind}/${encodeSegment(name)}`}
    />
  );
}

export { FormBoundary as ErrorBoundary };

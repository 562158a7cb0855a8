import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EditPage } from "~/components/editor/edit-page";
import { FormBoundary } from "~/components/detail-kit";
import "~/components/kit";
import { isUpload, loadEditor, MOST_TYPED_BYTES, takeEdit } from "~/editor/edit.server";
import { answerForm } from "~/form-action.server";
import { encodeSegment } from "~/lib/ids";
import type { Handle } from "~/navigation/handle";
import { requireScope } from "~/session/scope.server";
import { templateRef, templates } from "./editable.server";
import { templateCrumbs, templateLabel } from "./template-crumbs";

export const handle: Handle = { screen: "", crumbs: templateCrumbs("Edit") };
export const meta: MetaFunction = ({ location }) => [{ title: `Edit ${templateLabel(location.pathname)} · Templates · Cluster` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const ref = templateRef(request);
  return { ref, editor: await loadEditor({ request, scope, editable: templates, ref }) };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: "develop",
    mostBytes: MOST_TYPED_BYTES,
    what: "Nothing is saved yet.",
    upload: isUpload(request),
    run: ({ scope, form }) => takeEdit({ request, scope, editable: templates, ref: templateRef(request) }, form),
  });
}

export default function EditTemplateScreen() {
  const { ref, editor } = useLoaderData<typeof loader>();
  const { kind, name } = ref;
  return (
    <EditPage title={`Edit ${name}`} editor={editor} formId={`template-${kind}-${name}`} rawHref={`/resources/templates/${kind}/${encodeSegment(name)}`} />
  );
}

export { FormBoundary as ErrorBoundary };

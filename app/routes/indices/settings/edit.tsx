import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EditPage } from "~/components/editor/edit-page";
import { FormBoundary } from "~/components/detail-kit";
import "~/components/kit";
import { isUpload, loadEditor, MOST_TYPED_BYTES, takeEdit } from "~/editor/edit.server";
import { answerForm } from "~/form-action.server";
import { encodeSegment } from "~/lib/ids";
import type { Handle } from "~/navigation/handle";
import { screenPath } from "~/navigation/paths";
import { requireIndex } from "~/services/indices/get.server";
import { requireScope } from "~/session/scope.server";
import { settings, settingsRef } from "./editable.server";

export const handle: Handle = { screen: "", crumbs: ({ at }) => [{ label: "Settings", to: screenPath(at, "settings") }, { label: "Edit" }] };
export const meta: MetaFunction = ({ params }) => [{ title: `Edit settings · ${params["appName"]}` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  await requireIndex(scope);
  const ref = settingsRef(scope);
  return { ref, editor: await loadEditor({ request, scope, editable: settings, ref }) };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: "develop",
    mostBytes: MOST_TYPED_BYTES,
    what: "Nothing is saved yet.",
    upload: isUpload(request),
    run: ({ scope, form }) => takeEdit({ request, scope, editable: settings, ref: settingsRef(scope) }, form),
  });
}

export default function EditSettingsScreen() {
  const { ref, editor } = useLoaderData<typeof loader>();
  const { index } = ref;
  return <EditPage title="Edit settings" editor={editor} formId={`settings-json-${index}`} rawHref={`/resources/${encodeSegment(index)}/settings`} />;
}

export { FormBoundary as ErrorBoundary };

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EditPage } from "~/components/editor/edit-page";
import { FormBoundary } from "~/components/detail-kit";
import "~/components/kit";
import { encodeSegment } from "~/lib/ids";
import type { Handle } from "~/navigation/handle";
import { screenPath } from "~/navigation/paths";
import { settingsPages } from "./editable.server";

export const handle: Handle = { takes: "files", screen: "", crumbs: ({ at }) => [{ label: "Settings", to: screenPath(at, "settings") }, { label: "Edit" }] };
export const meta: MetaFunction = ({ params }) => [{ title: `Edit settings · ${params["appName"]}` }];

export async function loader(args: LoaderFunctionArgs) {
  return settingsPages.loadEdit(args);
}

export async function action(args: ActionFunctionArgs) {
  return settingsPages.takeEdit(args);
}

export default function EditSettingsScreen() {
  const { ref, editor } = useLoaderData<typeof loader>();
  const { index } = ref;
  return <EditPage title="Edit settings" editor={editor} formId={`settings-json-${index}`} rawHref={`/resources/${encodeSegment(index)}/settings`} />;
}

export { FormBoundary as ErrorBoundary };

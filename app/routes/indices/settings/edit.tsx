import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EditPage } from "~/components/editor/edit-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { encodeSegment } from "~/lib/address/ids";
import { type Handle, titled } from "~/navigation/handle";
import { screenPath } from "~/navigation/paths";
import { settingsPages } from "./editable.server";

export const handle: Handle = {
  takes: "files",
  screen: "",
  crumbs: ({ at }) => [{ label: "Settings", to: screenPath(at, "settings") }, { label: "Edit" }],
};
export const meta = titled("Edit settings");

export async function loader(args: LoaderFunctionArgs) {
  return settingsPages.loadEdit(args);
}

export async function action(args: ActionFunctionArgs) {
  return settingsPages.takeEdit(args);
}

export default function EditSettingsScreen() {
  const { ref, editor } = useLoaderData<typeof loader>();
  const { index } = ref;
  return (
    <EditPage
      title="Edit settings"
      editor={editor}
      formId={`settings-json-${index}`}
      rawHref={`/resources/${encodeSegment(index)}/settings`}
    />
  );
}

export { FormBoundary as ErrorBoundary };

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DeletePage } from "~/components/editor/delete-page";
import { FormBoundary } from "~/components/detail-kit";
import "~/components/kit";
import type { Handle } from "~/navigation/handle";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { templatePages } from "./editable.server";
import { templateCrumbs, templateLabel } from "./template-crumbs";

export const handle: Handle = { screen: "", crumbs: templateCrumbs("Delete") };
export const meta: MetaFunction = ({ location }) => [{ title: `Delete ${templateLabel(location.pathname)} · Templates · Cluster` }];

export async function loader(args: LoaderFunctionArgs) {
  return templatePages.loadDelete(args);
}

export async function action(args: ActionFunctionArgs) {
  return templatePages.takeDelete(args, { listOf: () => screenPath(clusterLevel, "templates") });
}

export default function DeleteTemplateScreen() {
  const { page } = useLoaderData<typeof loader>();
  return <DeletePage page={page} description="New indices no longer get it; existing ones stay as they are." />;
}

export { FormBoundary as ErrorBoundary };

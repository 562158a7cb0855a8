import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DeletePage } from "~/components/editor/delete-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { titled } from "~/navigation/handle";
import { clusterLevel } from "~/navigation/paths";
import { featuredPages } from "../_parts/featured.server";
import { featuredSuggestions } from "../_parts/thing";

export const handle = featuredSuggestions.one("Delete");
export const meta = titled(
  ({ location }) => `Delete featured suggestions of ${featuredSuggestions.idIn(location.pathname)}`,
);

export async function loader(args: LoaderFunctionArgs) {
  return featuredPages.loadDelete(args);
}

export async function action(args: ActionFunctionArgs) {
  return featuredPages.takeDelete(args, { listOf: () => featuredSuggestions.path(clusterLevel) });
}

export default function DeleteFeaturedScreen() {
  const { page } = useLoaderData<typeof loader>();
  return <DeletePage page={page} description="The search box suggests none of them any more." />;
}

export { FormBoundary as ErrorBoundary };

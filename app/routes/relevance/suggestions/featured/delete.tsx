import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { DeletePage } from "~/components/editor/delete-page";
import "~/components/kit";
import type { Handle } from "~/navigation/handle";
import { featuredPages } from "../_parts/featured.server";
import { boxOf, featuredCrumbs, featuredPath } from "../_parts/screen";

export const handle: Handle = { screen: "suggestions", crumbs: featuredCrumbs("Delete") };
export const meta: MetaFunction = ({ location }) => [{ title: `Delete featured suggestions of ${boxOf(location.pathname)} · Cluster` }];

export async function loader(args: LoaderFunctionArgs) {
  return featuredPages.loadDelete(args);
}

export async function action(args: ActionFunctionArgs) {
  return featuredPages.takeDelete(args, { listOf: () => featuredPath() });
}

export default function DeleteFeaturedScreen() {
  const { page } = useLoaderData<typeof loader>();
  return <DeletePage page={page} description="The search box suggests none of them any more." />;
}

export { FormBoundary as ErrorBoundary };

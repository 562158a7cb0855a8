import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DeletePage } from "~/components/editor/delete-page";
import { FormBoundary } from "~/components/detail-kit";
import "~/components/kit";
import type { Handle } from "~/navigation/handle";
import { screenPath } from "~/navigation/paths";
import { storedQueryPages } from "./_parts/stored-query.server";
import { queryCrumbs, queryIdOf, queryTitle } from "./_parts/screen";

export const handle: Handle = { screen: "stored-queries", crumbs: queryCrumbs("Delete") };
export const meta: MetaFunction = ({ params, location }) => [{ title: queryTitle(params, `Delete ${queryIdOf(location.pathname)}`) }];

export async function loader(args: LoaderFunctionArgs) {
  return storedQueryPages.loadDelete(args);
}

export async function action(args: ActionFunctionArgs) {
  return storedQueryPages.takeDelete(args, { listOf: (scope) => screenPath(scope, "stored-queries") });
}

export default function DeleteStoredQueryScreen() {
  const { page } = useLoaderData<typeof loader>();
  return <DeletePage page={page} description="Applications that call it by name will get an error." />;
}

export { FormBoundary as ErrorBoundary };

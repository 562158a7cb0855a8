import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DeletePage } from "~/components/editor/delete-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { storedQueryPages } from "./_parts/stored-query.server";
import { storedQueries } from "./_parts/thing";

export const handle = storedQueries.one("Delete");
export const meta = storedQueries.meta(({ id }) => `Delete ${id}`);

export async function loader(args: LoaderFunctionArgs) {
  return storedQueryPages.loadDelete(args);
}

export async function action(args: ActionFunctionArgs) {
  return storedQueryPages.takeDelete(args, { listOf: (scope) => storedQueries.path(scope) });
}

export default function DeleteStoredQueryScreen() {
  const { page } = useLoaderData<typeof loader>();
  return <DeletePage page={page} description="Applications that call it by name will get an error." />;
}

export { FormBoundary as ErrorBoundary };

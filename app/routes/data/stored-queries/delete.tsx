import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DeletePage } from "~/components/editor/delete-page";
import { FormBoundary } from "~/components/detail-kit";
import "~/components/kit";
import { deleteOne, loadDelete } from "~/editor/delete.server";
import { answerForm } from "~/form-action.server";
import type { Handle } from "~/navigation/handle";
import { screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { requireScope } from "~/session/scope.server";
import { queryRef, storedQueries } from "./_parts/stored-query.server";
import { queryCrumbs, queryIdOf, queryTitle } from "./_parts/screen";

export const handle: Handle = { screen: "stored-queries", crumbs: queryCrumbs("Delete") };
export const meta: MetaFunction = ({ params, location }) => [{ title: queryTitle(params, `Delete ${queryIdOf(location.pathname)}`) }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("stored-queries"), context);
  return { page: await loadDelete({ request, scope, editable: storedQueries, ref: queryRef(request) }) };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: permissionsOf("stored-queries"),
    what: "The stored query was not deleted.",
    run: ({ scope, form }) =>
      deleteOne({ request, scope, editable: storedQueries, ref: queryRef(request) }, { form, listPath: screenPath(scope, "stored-queries") }),
  });
}

export default function DeleteStoredQueryScreen() {
  const { page } = useLoaderData<typeof loader>();
  return <DeletePage page={page} description="Applications that call it by name will get an error." />;
}

export { FormBoundary as ErrorBoundary };

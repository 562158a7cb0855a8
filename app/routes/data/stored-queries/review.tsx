import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReviewPage } from "~/components/editor/review-page";
import { FormBoundary } from "~/components/detail-kit";
import "~/components/kit";
import { loadReview, saveReviewed } from "~/editor/review.server";
import { answerForm } from "~/form-action.server";
import type { Handle } from "~/navigation/handle";
import { permissionsOf } from "~/navigation/sections";
import { requireScope } from "~/session/scope.server";
import { queryRef, storedQueries } from "./_parts/stored-query.server";
import { queryCrumbs, queryIdOf, queryTitle } from "./_parts/screen";

export const handle: Handle = { screen: "stored-queries", crumbs: queryCrumbs("Review changes") };
export const meta: MetaFunction = ({ params, location }) => [{ title: queryTitle(params, `Changes of ${queryIdOf(location.pathname)}`) }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("stored-queries"), context);
  const ref = queryRef(request);
  return { ref, review: await loadReview({ request, scope, editable: storedQueries, ref }) };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: permissionsOf("stored-queries"),
    what: "The stored query was not saved. Your changes are kept.",
    run: ({ scope, form }) => saveReviewed({ request, scope, editable: storedQueries, ref: queryRef(request) }, form),
  });
}

export default function ReviewStoredQueryScreen() {
  const { ref, review } = useLoaderData<typeof loader>();
  return <ReviewPage review={review} formId={`stored-query-${ref.id}`} name={`Stored query ${ref.id}`} />;
}

export { FormBoundary as ErrorBoundary };

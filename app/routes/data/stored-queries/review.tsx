import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReviewPage } from "~/components/editor/review-page";
import { FormBoundary } from "~/components/detail-kit";
import "~/components/kit";
import type { Handle } from "~/navigation/handle";
import { storedQueryPages } from "./_parts/stored-query.server";
import { queryCrumbs, queryIdOf, queryTitle } from "./_parts/screen";

export const handle: Handle = { screen: "stored-queries", crumbs: queryCrumbs("Review changes") };
export const meta: MetaFunction = ({ params, location }) => [{ title: queryTitle(params, `Changes of ${queryIdOf(location.pathname)}`) }];

export async function loader(args: LoaderFunctionArgs) {
  return storedQueryPages.loadReview(args);
}

export async function action(args: ActionFunctionArgs) {
  return storedQueryPages.saveReview(args);
}

export default function ReviewStoredQueryScreen() {
  const { ref, review } = useLoaderData<typeof loader>();
  return <ReviewPage review={review} formId={`stored-query-${ref.id}`} name={`Stored query ${ref.id}`} />;
}

export { FormBoundary as ErrorBoundary };

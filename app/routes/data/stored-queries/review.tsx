import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReviewPage } from "~/components/editor/review-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { storedQueryPages } from "./_parts/stored-query.server";
import { storedQueries } from "./_parts/thing";

export const handle = storedQueries.one("Review changes");
export const meta = storedQueries.meta(({ id }) => `Changes of ${id}`);

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

import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReviewPage } from "~/components/editor/review-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { titled } from "~/navigation/handle";
import { featuredPages } from "../_parts/featured.server";
import { featuredSuggestions } from "../_parts/thing";

export const handle = featuredSuggestions.one("Review changes");
export const meta = titled(
  ({ location }) => `Changes of featured suggestions of ${featuredSuggestions.idIn(location.pathname)}`,
);

export async function loader(args: LoaderFunctionArgs) {
  return featuredPages.loadReview(args);
}

export async function action(args: ActionFunctionArgs) {
  return featuredPages.saveReview(args);
}

export default function ReviewFeaturedScreen() {
  const { ref, review } = useLoaderData<typeof loader>();
  return <ReviewPage review={review} formId={`featured-${ref.id}`} name={`Featured suggestions of ${ref.id}`} />;
}

export { FormBoundary as ErrorBoundary };

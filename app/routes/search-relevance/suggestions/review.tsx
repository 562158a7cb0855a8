import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReviewPage } from "~/components/editor/review-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { type Handle, titled } from "~/navigation/handle";
import { preferencesPages } from "./_parts/preferences.server";

export const handle: Handle = { screen: "suggestions", crumbs: () => [{ label: "Review changes" }] };
export const meta = titled("Changes of suggestions");

const names = { popular: "Popular suggestions", recent: "Recent suggestions", index: "Index suggestions" };

export async function loader(args: LoaderFunctionArgs) {
  return preferencesPages.loadReview(args);
}

export async function action(args: ActionFunctionArgs) {
  return preferencesPages.saveReview(args);
}

export default function ReviewSuggestionsScreen() {
  const { ref, review } = useLoaderData<typeof loader>();
  return <ReviewPage review={review} formId={`suggestions-${ref.kind}`} name={names[ref.kind]} />;
}

export { FormBoundary as ErrorBoundary };

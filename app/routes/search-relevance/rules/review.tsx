import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReviewPage } from "~/components/editor/review-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { rulePages } from "./_parts/rule.server";
import { rules } from "./_parts/thing";

export const handle = rules.one("Review changes");
export const meta = rules.meta(({ name }) => `Changes of ${name}`);

export async function loader(args: LoaderFunctionArgs) {
  return rulePages.loadReview(args);
}

export async function action(args: ActionFunctionArgs) {
  return rulePages.saveReview(args);
}

export default function ReviewRuleScreen() {
  const { ref, review } = useLoaderData<typeof loader>();
  return <ReviewPage review={review} formId={`rule-${ref.id}`} name={`Rule ${review.name ?? ref.id}`} />;
}

export { FormBoundary as ErrorBoundary };

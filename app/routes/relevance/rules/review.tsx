import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReviewPage } from "~/components/editor/review-page";
import { FormBoundary } from "~/components/detail-kit";
import "~/components/kit";
import type { Handle } from "~/navigation/handle";
import { rulePages } from "./_parts/rule.server";
import { ruleCrumbs, ruleIdOf, ruleTitle } from "./_parts/screen";

export const handle: Handle = { screen: "rules", crumbs: ruleCrumbs("Review changes") };
export const meta: MetaFunction<typeof loader> = ({ data, location }) => [
  { title: ruleTitle(`Changes of ${data?.review.name ?? ruleIdOf(location.pathname)}`) },
];

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

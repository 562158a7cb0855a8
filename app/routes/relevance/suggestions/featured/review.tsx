import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { ReviewPage } from "~/components/editor/review-page";
import "~/components/kit";
import type { Handle } from "~/navigation/handle";
import { featuredPages } from "../_parts/featured.server";
import { boxOf, featuredCrumbs } from "../_parts/screen";

export const handle: Handle = { screen: "suggestions", crumbs: featuredCrumbs("Review changes") };
export const meta: MetaFunction = ({ location }) => [{ title: `Changes of featured suggestions of ${boxOf(location.pathname)} · Cluster` }];

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

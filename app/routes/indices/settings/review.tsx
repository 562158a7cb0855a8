import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReviewPage } from "~/components/editor/review-page";
import { FormBoundary } from "~/components/detail-kit";
import "~/components/kit";
import { loadReview, saveReviewed } from "~/editor/review.server";
import { answerForm } from "~/form-action.server";
import type { Handle } from "~/navigation/handle";
import { screenPath } from "~/navigation/paths";
import { requireIndex } from "~/services/indices/get.server";
import { requireScope } from "~/session/scope.server";
import { settings, settingsRef } from "./editable.server";

export const handle: Handle = { screen: "", crumbs: ({ at }) => [{ label: "Settings", to: screenPath(at, "settings") }, { label: "Review changes" }] };
export const meta: MetaFunction = ({ params }) => [{ title: `Changes of settings · ${params["appName"]}` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  await requireIndex(scope);
  const ref = settingsRef(scope);
  return { ref, review: await loadReview({ request, scope, editable: settings, ref }) };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: "develop",
    what: "The settings were not saved. Your changes are kept.",
    run: ({ scope, form }) => saveReviewed({ request, scope, editable: settings, ref: settingsRef(scope) }, form),
  });
}

export default function ReviewSettingsScreen() {
  const { ref, review } = useLoaderData<typeof loader>();
  return <ReviewPage review={review} formId={`settings-${ref.index}`} name={`Settings of ${ref.index}`} />;
}

export { FormBoundary as ErrorBoundary };

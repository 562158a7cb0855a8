import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReviewPage } from "~/components/editor/review-page";
import { FormBoundary } from "~/components/detail-kit";
import "~/components/kit";
import { loadReview, saveReviewed } from "~/editor/review.server";
import { answerForm } from "~/form-action.server";
import type { Handle } from "~/navigation/handle";
import { requireScope } from "~/session/scope.server";
import { templateRef, templates } from "./editable.server";
import { templateCrumbs, templateLabel } from "./template-crumbs";

export const handle: Handle = { screen: "", crumbs: templateCrumbs("Review changes") };
export const meta: MetaFunction = ({ location }) => [{ title: `Changes of ${templateLabel(location.pathname)} · Templates · Cluster` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const ref = templateRef(request);
  return { ref, review: await loadReview({ request, scope, editable: templates, ref }) };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: "develop",
    what: "The template was not saved. Your changes are kept.",
    run: ({ scope, form }) => saveReviewed({ request, scope, editable: templates, ref: templateRef(request) }, form),
  });
}

export default function ReviewTemplateScreen() {
  const { ref, review } = useLoaderData<typeof loader>();
  return <ReviewPage review={review} formId={`template-${ref.kind}-${ref.name}`} name={`Template ${ref.name}`} />;
}

export { FormBoundary as ErrorBoundary };

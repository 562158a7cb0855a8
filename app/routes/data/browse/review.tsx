import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReviewPage } from "~/components/editor/review-page";
import { FormBoundary } from "~/components/detail-kit";
import "~/components/kit";
import { loadReview, saveReviewed } from "~/editor/review.server";
import { answerForm } from "~/form-action.server";
import { shownId } from "~/lib/ids";
import { browseTitle, documentCrumbs, documentLabel } from "~/navigation/document-paths";
import type { Handle } from "~/navigation/handle";
import { requireScope } from "~/session/scope.server";
import { documentRef, documents } from "./_parts/document.server";

export const handle: Handle = { screen: "browse", crumbs: documentCrumbs("Review changes") };
export const meta: MetaFunction = ({ params, location }) => [{ title: browseTitle(params, `Changes of ${documentLabel(location.pathname)}`) }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const ref = documentRef(request, scope);
  return { ref, review: await loadReview({ request, scope, editable: documents, ref }) };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: "develop",
    what: "The document was not saved. Your changes are kept.",
    run: ({ scope, form }) => saveReviewed({ request, scope, editable: documents, ref: documentRef(request, scope) }, form),
  });
}

export default function ReviewDocumentScreen() {
  const { ref, review } = useLoaderData<typeof loader>();
  return <ReviewPage review={review} formId={`${ref.index}-${ref.id}`} name={`Document ${shownId(ref.id)} in ${ref.index}`} />;
}

export { FormBoundary as ErrorBoundary };

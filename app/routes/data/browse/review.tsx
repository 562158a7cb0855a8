import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReviewPage } from "~/components/editor/review-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { shownId } from "~/lib/address/ids";
import { browseTitle, documentCrumbs, documentTitle } from "~/navigation/document-paths";
import type { Handle } from "~/navigation/handle";
import { documentPages } from "./_parts/document.server";

export const handle: Handle = { screen: "browse", crumbs: documentCrumbs("Review changes") };
export const meta: MetaFunction = ({ params, location, data }) => [
  { title: browseTitle(params, `Changes of ${documentTitle({ data, pathname: location.pathname })}`) },
];

export async function loader(args: LoaderFunctionArgs) {
  return documentPages.loadReview(args);
}

export async function action(args: ActionFunctionArgs) {
  return documentPages.saveReview(args);
}

export default function ReviewDocumentScreen() {
  const { ref, review } = useLoaderData<typeof loader>();
  return (
    <ReviewPage
      review={review}
      formId={`${ref.index}-${ref.id}`}
      name={`Document ${review.name ?? shownId(ref.id)} in ${ref.index}`}
    />
  );
}

export { FormBoundary as ErrorBoundary };

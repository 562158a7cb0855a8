import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReviewPage } from "~/components/editor/review-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { type Handle, titled } from "~/navigation/handle";
import { templatePages } from "./editable.server";
import { families, templateCrumbs, templateTitle } from "./template-names";

export const handle: Handle = { screen: "", crumbs: templateCrumbs("Review changes") };
export const meta = titled(templateTitle("Changes of"), families.index.title);

export async function loader(args: LoaderFunctionArgs) {
  return templatePages.loadReview(args);
}

export async function action(args: ActionFunctionArgs) {
  return templatePages.saveReview(args);
}

export default function ReviewTemplateScreen() {
  const { ref, review } = useLoaderData<typeof loader>();
  return <ReviewPage review={review} formId={`template-${ref.kind}-${ref.name}`} name={`Template ${ref.name}`} />;
}

export { FormBoundary as ErrorBoundary };

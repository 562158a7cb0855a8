import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReviewPage } from "~/components/editor/review-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { credentialPages } from "./_parts/credential.server";
import { credentials } from "./_parts/thing";

export const handle = credentials.one("Review changes");
export const meta = credentials.meta(({ name }) => `Changes of ${name}`);

export async function loader(args: LoaderFunctionArgs) {
  return credentialPages.loadReview(args);
}

export async function action(args: ActionFunctionArgs) {
  return credentialPages.saveReview(args);
}

export default function ReviewCredentialScreen() {
  const { ref, review } = useLoaderData<typeof loader>();
  return <ReviewPage review={review} formId={`credential-${ref.name}`} name={`API credential ${ref.name}`} />;
}

export { FormBoundary as ErrorBoundary };

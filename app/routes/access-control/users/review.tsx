import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReviewPage } from "~/components/editor/review-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { users } from "./_parts/thing";
import { userPages } from "./_parts/user.server";

export const handle = users.one("Review changes");
export const meta = users.meta(({ id }) => `Changes of ${id}`);

export async function loader(args: LoaderFunctionArgs) {
  return userPages.loadReview(args);
}

export async function action(args: ActionFunctionArgs) {
  return userPages.saveReview(args);
}

export default function ReviewUserScreen() {
  const { ref, review } = useLoaderData<typeof loader>();
  const { username } = ref;
  return <ReviewPage review={review} formId={`user-${encodeURIComponent(username)}`} name={`User ${username}`} />;
}

export { FormBoundary as ErrorBoundary };

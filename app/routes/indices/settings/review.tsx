import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReviewPage } from "~/components/editor/review-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { type Handle, titled } from "~/navigation/handle";
import { screenPath } from "~/navigation/paths";
import { settingsPages } from "./editable.server";

export const handle: Handle = {
  screen: "",
  crumbs: ({ at }) => [{ label: "Settings", to: screenPath(at, "settings") }, { label: "Review changes" }],
};
export const meta = titled("Changes of settings");

export async function loader(args: LoaderFunctionArgs) {
  return settingsPages.loadReview(args);
}

export async function action(args: ActionFunctionArgs) {
  return settingsPages.saveReview(args);
}

export default function ReviewSettingsScreen() {
  const { ref, review } = useLoaderData<typeof loader>();
  return <ReviewPage review={review} formId={`settings-${ref.index}`} name={`Settings of ${ref.index}`} />;
}

export { FormBoundary as ErrorBoundary };

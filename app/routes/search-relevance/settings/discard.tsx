import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/components/forms/confirm-page";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { FormBoundary } from "~/components/forms/form-boundary";
import { formReply } from "~/components/forms/reply.server";
import { LinkButton } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/message/empty-state";
import { PageHeader } from "~/components/ui/page/page-header";
import { answerForm } from "~/server/form-action.server";
import { countOf } from "~/lib/values/numbers";
import { type Handle, titled } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { removeDraft } from "~/services/search-relevance/draft/draft-store.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { draftSummary } from "../_parts/draft-bar.server";
import { indexOf } from "./_parts/read-screen.server";

const INTENT = "discard-draft";

export const handle: Handle = { screen: "search", crumbs: () => [{ label: "Discard draft" }] };
export const meta = titled("Discard draft");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "search" }, context);
  const index = indexOf(scope);
  return { index, draft: draftSummary(scope, index) };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: { screen: "search" },
    what: "The draft was not discarded.",
    run: async ({ scope, form }) => {
      const submission = parseConfirmation(form);
      if (submission.status !== "success") return formReply(submission, { intent: INTENT });
      removeDraft(scope, indexOf(scope));
      return redirectWithFlash({ request: args.request, to: screenPath(scope, "search"), text: "Draft discarded." });
    },
  });
}

export default function DiscardDraftScreen() {
  const { index, draft } = useLoaderData<typeof loader>();
  const at = appLevel(index);
  if (draft.total === 0) {
    return (
      <>
        <PageHeader title="Discard draft" />
        <EmptyState
          title="No pending changes"
          action={<LinkButton to={screenPath(at, "search")}>Search settings</LinkButton>}
        />
      </>
    );
  }
  return (
    <ConfirmPage
      title={`Discard the draft for ${index}?`}
      consequences={
        <p className="mt-1">
          {countOf(draft.total, "change")} that nobody else has seen: {draft.text}. What is published stays.
        </p>
      }
      consequencesTitle="What will be lost"
      intent={INTENT}
      submitLabel="Discard draft"
      cancelTo={screenPath(at, "search/review")}
      cancelLabel="Review"
    />
  );
}

export { FormBoundary as ErrorBoundary };

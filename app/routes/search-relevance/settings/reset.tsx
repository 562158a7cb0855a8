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
import { type Handle, titled } from "~/navigation/handle";
import { appLevel, screenPath } from "~/navigation/paths";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { getRelevance, toResetRelevance } from "~/services/search-relevance/settings.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { indexOf } from "./_parts/read-screen.server";

const INTENT = "reset-relevance";

export const handle: Handle = { screen: "search", crumbs: () => [{ label: "Reset to default" }] };
export const meta = titled("Reset to default");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "search" }, context);
  const index = indexOf(scope);
  const before = await getRelevance(scope, index);
  const shown = before?.saved ? shownRequest(scope, toResetRelevance({ index, before })) : null;
  return { index, request: shown, gate: scope.may("relevance:write") };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: { screen: "search" },
    what: "The settings were not reset.",
    run: async ({ scope, form }) => {
      const index = indexOf(scope);
      const submission = parseConfirmation(form);
      if (submission.status !== "success") return formReply(submission, { intent: INTENT });
      const before = await getRelevance(scope, index);
      const to = screenPath(scope, "search");
      if (!before?.saved)
        return redirectWithFlash({
          request: args.request,
          to,
          kind: "bad",
          text: "There was nothing to reset: the default settings are in force.",
        });
      const changed = await change(scope, toResetRelevance({ index, before }));
      return redirectWithFlash({ request: args.request, to, text: `Settings of ${index} reset to default.`, changed });
    },
  });
}

export default function ResetRelevanceScreen() {
  const { index, request, gate } = useLoaderData<typeof loader>();
  const back = screenPath(appLevel(index), "search");
  const title = `Reset ${index} to the default settings?`;
  if (request === null) {
    return (
      <>
        <PageHeader title={title} />
        <EmptyState
          title="The default settings are in force"
          action={<LinkButton to={back}>Search settings</LinkButton>}
        />
      </>
    );
  }
  return (
    <ConfirmPage
      title={title}
      consequences={
        <p className="mt-1">
          All published settings of search, aggregations, results, language and indexing. Documents, synonyms and your
          draft stay.
        </p>
      }
      intent={INTENT}
      request={request}
      gate={gate}
      submitLabel="Reset to default"
      cancelTo={back}
    />
  );
}

export { FormBoundary as ErrorBoundary };

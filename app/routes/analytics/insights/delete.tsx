import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/components/forms/confirm-page";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { FormBoundary } from "~/components/forms/form-boundary";
import { formReply } from "~/components/forms/reply.server";
import { LinkButton } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { answerForm } from "~/server/form-action.server";
import { shownId } from "~/lib/address/ids";
import { type Handle, titled } from "~/navigation/handle";
import { levelRef, restOf, screenPath } from "~/navigation/paths";
import { getInsights, insightMonth, toMoveInsight } from "~/services/analytics/insights.server";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import type { Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { requireAnalytics } from "../_parts/query.server";
import { findInsight } from "./insight-view.server";

const INTENT = "delete-insight";

export const handle: Handle = {
  screen: "analytics",
  crumbs: ({ at }) => [{ label: "Insights", to: screenPath(at, "analytics/insights") }, { label: "Delete" }],
};
export const meta = titled("Delete insight");

/** The deletion that an address names; null where the server lists no such insight. */
async function deletionAt(request: Request, scope: Scope) {
  const id = restOf(new URL(request.url).pathname.replace(/\.data$/, ""), 1);
  const index = scope.app ?? null;
  const lists = await getInsights(scope, index);
  const found = lists && findInsight(lists, id);
  const deletion =
    found && toMoveInsight({ ...found.insight, index, from: found.list, to: "deleted", month: insightMonth().from });
  return { id, found, deletion };
}

export async function loader(args: LoaderFunctionArgs) {
  const scope = await requireAnalytics(args);
  const { id, found, deletion } = await deletionAt(args.request, scope);
  const common = { id: shownId(id), at: levelRef(args.params["appName"]), gate: scope.may("insights:write") };
  return {
    ...common,
    insight:
      found && deletion
        ? { title: found.insight.title, tab: found.list, request: shownRequest(scope, deletion) }
        : null,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: "analytics",
    what: "The insight was not deleted.",
    run: async ({ scope, form }) => {
      const submission = parseConfirmation(form);
      if (submission.status !== "success") return formReply(submission, { intent: INTENT });
      const { found, deletion } = await deletionAt(request, scope);
      const to = screenPath(scope, "analytics/insights", {
        query: { tab: found?.list === "insights" ? undefined : found?.list },
      });
      if (!found || !deletion)
        return redirectWithFlash({ request, to, kind: "bad", text: "This insight is no longer listed." });
      const changed = await change(scope, deletion);
      return redirectWithFlash({ request, to, text: `Deleted: ${found.insight.title}.`, changed });
    },
  });
}

export default function DeleteInsightScreen() {
  const { id, at, gate, insight } = useLoaderData<typeof loader>();
  const back = screenPath(at, "analytics/insights", {
    query: { tab: insight === null || insight.tab === "insights" ? undefined : insight.tab },
  });
  if (insight === null) {
    return (
      <>
        <PageHeader title="Delete insight" />
        <EmptyState
          title={`There is no insight ${id}`}
          action={<LinkButton to={back}>Back to the insights</LinkButton>}
        />
      </>
    );
  }
  return (
    <ConfirmPage
      title="Delete this insight?"
      consequences={
        <>
          <Name as="p">{insight.title}</Name>
          <p className="mt-1 text-muted">It is hidden for everybody until next month. The searches stay.</p>
        </>
      }
      intent={INTENT}
      request={insight.request}
      gate={gate}
      submitLabel="Delete insight"
      cancelTo={back}
    />
  );
}

export { FormBoundary as ErrorBoundary };

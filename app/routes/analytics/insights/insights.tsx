import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { formReply, unknownIntent } from "~/components/forms/reply.server";
import { LinkButton } from "~/components/ui/button";
import { useAddress } from "~/components/ui/filter/use-address";
import { EmptyState } from "~/components/ui/message/empty-state";
import { PlanGatePanel } from "~/components/ui/message/plan-panel";
import { Remarks } from "~/components/ui/message/remarks";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlaceNav } from "~/components/ui/page/place-nav";
import { SettledPanel } from "~/components/ui/page/settled-panel";
import { Tabs } from "~/components/ui/page/tabs";
import { answerForm } from "~/server/form-action.server";
import { planGate } from "~/lib/access-control/plan";
import { callMessages } from "~/lib/messages/call-messages";
import { type Handle, titled } from "~/navigation/handle";
import { type LevelRef, levelRef, screenPath } from "~/navigation/paths";
import { getInsights, insightMonth, toMoveInsight } from "~/services/analytics/insights.server";
import { change } from "~/services/platform/changes/change.server";
import { settle } from "~/services/platform/http/settle.server";
import { redirectWithFlash } from "~/sessions.server";
import { requireAnalytics } from "../_parts/query.server";
import { MoveSchema } from "./form.server";
import { InsightCard } from "./insight-card";
import { findInsight, type InsightView, insightView } from "./insight-view.server";
import { insightsAddress, insightTabs, tabNames } from "../_parts/insights-address";

const MONTH = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });

export const handle: Handle = { screen: "analytics", crumbs: () => [{ label: "Insights" }] };
export const meta = titled("Insights");

export async function loader(args: LoaderFunctionArgs) {
  const { request, params } = args;
  const scope = await requireAnalytics(args);
  const { tab } = insightsAddress.at(request).state;
  const month = insightMonth();
  const plan = planGate({ plan: scope.identity.plan, feature: "insights" });
  const found = plan.ok ? await settle(getInsights(scope, scope.app ?? null)) : null;
  const view = found?.ok
    ? {
        ok: true as const,
        value: found.value && {
          shown: found.value[tab].map((insight) => insightView(scope, { insight, month })),
          counts: {
            insights: found.value.insights.length,
            saved: found.value.saved.length,
            read: found.value.read.length,
          },
        },
      }
    : found;
  return {
    at: levelRef(params["appName"]),
    plan,
    found: view,
    month: MONTH.format(month.start),
    gate: scope.may("insights:write"),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: "analytics",
    what: "The insight was not moved.",
    run: async ({ scope, form }) => {
      const intent = form.get("intent");
      if (typeof intent !== "string" || !intent.startsWith("move ")) throw unknownIntent(intent);
      const submission = parseWithZod(form, { schema: MoveSchema });
      if (submission.status !== "success") return formReply(submission, { intent });
      const { to } = submission.value;
      const { search } = new URL(request.url);
      const back = `${screenPath(scope, "analytics/insights")}${search}`;
      const lists = await getInsights(scope, scope.app ?? null);
      const found = lists && findInsight(lists, intent.slice("move ".length));
      if (!found)
        return redirectWithFlash({ request, to: back, kind: "bad", text: "This insight is no longer listed." });
      const { insight, list: from } = found;
      if (from === to) return redirectWithFlash({ request, to: back, text: `${insight.title}: it is already there.` });
      const changed = await change(
        scope,
        toMoveInsight({ ...insight, index: scope.app ?? null, from, to, month: insightMonth().from }),
      );
      const said = to === "saved" ? "Saved" : from === "saved" ? "Removed from saved" : "Marked as read";
      return redirectWithFlash({ request, to: back, text: `${said}: ${insight.title}.`, changed });
    },
  });
}

export default function InsightsScreen() {
  const { at, plan, found, month, gate } = useLoaderData<typeof loader>();
  const here = useAddress(insightsAddress);
  return (
    <>
      <PlaceNav backTo={screenPath(at, "analytics")} backLabel="Analytics overview" place={null} />
      <PageHeader title="Insights" description={`What the searches of ${month} show, and what may help.`} />
      <PlanGatePanel gate={plan} />
      <Remarks of={here.remarks} />
      {found && (
        <SettledPanel of={found} what="Insights">
          {(lists: Found | null) =>
            lists === null ? (
              <EmptyState title={callMessages.insightsNotFound}>
                <p>This server does not offer insights.</p>
              </EmptyState>
            ) : (
              <>
                {insightTabs.some((tab) => lists.counts[tab] > 0) && (
                  <Tabs
                    label="Insights"
                    tabs={insightTabs.map((tab) => ({
                      to: here.href({ tab }),
                      label: `${tabNames[tab]} (${lists.counts[tab]})`,
                      current: tab === here.state.tab,
                    }))}
                  />
                )}
                <div className="mt-4">
                  {lists.shown.map((insight) => (
                    <InsightCard key={insight.id} insight={insight} tab={here.state.tab} at={at} gate={gate} />
                  ))}
                  {lists.shown.length === 0 && (
                    <NoInsights at={at} tab={here.state.tab} counts={lists.counts} month={month} />
                  )}
                </div>
              </>
            )
          }
        </SettledPanel>
      )}
    </>
  );
}

type Tab = (typeof insightTabs)[number];
type Found = { shown: InsightView[]; counts: Record<Tab, number> };

type NoInsightsProps = { at: LevelRef; tab: Tab; counts: Found["counts"]; month: string };

function NoInsights({ at, tab, counts, month }: NoInsightsProps) {
  if (tab !== "insights" && counts[tab === "saved" ? "read" : "saved"] + counts.insights > 0) {
    return <EmptyState title={`No ${tabNames[tab].toLowerCase()} insights`} />;
  }
  if (counts.saved + counts.read > 0) return <EmptyState title={`No more new insights for ${month}`} />;
  return (
    <EmptyState
      title={`No insights for ${month}`}
      action={<LinkButton to={screenPath(at, "analytics/report")}>Open the weekly report</LinkButton>}
    >
      <p>There is not enough data for that month, or nothing in it needs attention.</p>
    </EmptyState>
  );
}

export { FormBoundary as ErrorBoundary };

import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FiguresPage } from "~/components/figures/figures-page";
import { LinkButton } from "~/components/ui/button";
import { NumberCard } from "~/components/ui/card";
import { useAddress } from "~/components/ui/filter/use-address";
import { EmptyState } from "~/components/ui/message/empty-state";
import { arrived } from "~/components/ui/page/panel";
import { SettledPanel } from "~/components/ui/page/settled-panel";
import { planGate } from "~/lib/access-control/plan";
import { formatCompact, formatPercent } from "~/lib/values/numbers";
import { olderThan } from "~/lib/values/version";
import { type Handle, titled } from "~/navigation/handle";
import { type AiFigures, getAiFigures, listAiSessions } from "~/services/analytics/ai/sessions.server";
import { everybody } from "~/services/analytics/ask.server";
import { getSummary } from "~/services/analytics/summary.server";
import { mapPanel, panel } from "~/services/platform/http/settle.server";
import { drawDays } from "~/components/charts/days-chart.server";
import { openFigures } from "../_parts/figures-page.server";
import { aiAddress, aiPresets } from "./ai-insights-address";
import { SessionTable } from "./session-table";

const NEEDS = "8.12.0";

export const handle: Handle = { screen: "ai-insights" };
export const meta = titled("AI insights");

export async function loader(args: LoaderFunctionArgs) {
  const { scope, here, range, hide } = await openFigures(args, aiAddress);
  const asked = here.state;
  const plan = planGate({ plan: scope.identity.plan, feature: "ai-insights" });
  const old = olderThan(scope.identity.plan, NEEDS);
  if (old !== null || !plan.ok) return { range, plan, old, shown: null };
  const late = { request: args.request, requestId: scope.context.requestId };
  const figures = getAiFigures(scope, range);
  const [told, searches, sessions] = await Promise.all([
    panel(figures, late),
    panel(getSummary(scope, { range, ...everybody }), late),
    panel(
      Promise.all([listAiSessions(scope, { ...asked, from: range.from, to: range.to }), figures.catch(() => null)]),
      late,
    ),
  ]);
  const points = (days: AiFigures["days"]) => days.map(({ at, count }) => ({ at, series: "sessions", value: count }));
  return {
    range,
    plan,
    old,
    shown: {
      figures: told,
      searches: mapPanel(searches, (found) => found?.now.total_searches ?? null),
      days: mapPanel(
        told,
        (found) =>
          found &&
          drawDays({
            id: "sessions",
            title: "AI sessions",
            format: "count",
            points: points(found.days),
            label: () => "Sessions",
            hide,
            noData: "zeros",
          }),
      ),
      sessions: mapPanel(sessions, ([found, all]) => {
        if (found === null) return null;
        const sofar = (asked.page - 1) * asked.size + found.rows.length;
        const filtered = here.holds("useful", "model", "user");
        const total = filtered || all?.sessions == null ? sofar + (found.more ? 1 : 0) : Math.max(sofar, all.sessions);
        const rows = found.rows.map(({ id, question, useful, model, at }) => ({
          id,
          question: question.slice(0, 400),
          useful,
          model,
          at,
        }));
        return { rows, total, atLeast: found.more && total === sofar + 1 };
      }),
    },
  };
}

export default function AiInsightsScreen() {
  const { range, plan, old, shown } = useLoaderData<typeof loader>();
  const here = useAddress(aiAddress);
  const absent = "This server has no AI insights.";
  const told = shown ? arrived(shown.figures) : undefined;
  // What the list says is enough then.
  const isEmpty = told?.ok === true && told.value?.sessions === 0;
  return (
    <FiguresPage
      title="AI insights"
      here={here}
      range={shown && range}
      offered={aiPresets}
      cards={
        shown && (
          <>
            <SettledPanel of={shown.figures} what="Figures">
              {(found) =>
                // Of no session there is nothing to tell but that.
                found &&
                found.sessions !== 0 && (
                  <>
                    <SettledPanel of={shown.searches} what="Searches">
                      {(count) => <Figure label="Searches" value={count} />}
                    </SettledPanel>
                    <Figures figures={found} />
                  </>
                )
              }
            </SettledPanel>
          </>
        )
      }
      chart={
        shown && !isEmpty
          ? { of: shown.days, title: "AI sessions", absent, empty: "No AI sessions in this period." }
          : undefined
      }
    >
      {!plan.ok && (
        <EmptyState title={`${plan.missing}.`} action={<LinkButton to="/billing">About the plan</LinkButton>}>
          <p>It is part of {plan.who}.</p>
        </EmptyState>
      )}
      {old !== null && (
        <EmptyState title={`AI insights require server version ${NEEDS} or later`}>
          <p>This server runs version {old}.</p>
        </EmptyState>
      )}
      {shown && (
        <SettledPanel of={shown.sessions} what="Sessions">
          {(list) => (list === null ? <EmptyState title={absent} /> : <SessionTable {...list} />)}
        </SettledPanel>
      )}
    </FiguresPage>
  );
}

const Figure = ({ label, value, note }: { label: string; value: number | null; note?: string }) => (
  <NumberCard label={label} value={value === null ? "–" : formatCompact(value)} note={note} />
);

function Figures({ figures: { sessions, invocations, useful, notUseful, tokens } }: { figures: AiFigures }) {
  const share = (votes: number) =>
    useful + notUseful === 0 ? undefined : `${formatPercent(votes / (useful + notUseful))} of the feedback`;
  return (
    <>
      <Figure
        label="Invocations"
        value={invocations}
        {...(tokens === null ? {} : { note: `${formatCompact(tokens)} tokens` })}
      />
      <Figure label="Sessions" value={sessions} />
      <NumberCard label="Useful" value={formatCompact(useful)} note={share(useful)} />
      <NumberCard label="Not useful" value={formatCompact(notUseful)} note={share(notUseful)} />
    </>
  );
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { chartAddress } from "~/components/charts/chart-address";
import { ChartPanel } from "~/components/charts/chart-panel";
import { FiguresPage } from "~/components/figures/figures-page";
import { LinkButton } from "~/components/ui/button";
import { ListFilters } from "~/components/ui/filter/list-filters";
import { useAddress } from "~/components/ui/filter/use-address";
import { EmptyState } from "~/components/ui/message/empty-state";
import { SettledPanel } from "~/components/ui/page/settled-panel";
import { planGate } from "~/lib/access-control/plan";
import { rangeOf } from "~/lib/address/range-of";
import { formatDay } from "~/lib/values/dates";
import { countOf } from "~/lib/values/numbers";
import { olderThan } from "~/lib/values/version";
import { type Handle, titled } from "~/navigation/handle";
import { clusterLevel, levelRef, screenPath } from "~/navigation/paths";
import { leaveLongAddress, redirect } from "~/server/redirect.server";
import { settle } from "~/services/platform/http/settle.server";
import {
  listPipelines,
  listPipelineVersions,
  type Pipeline,
  type PipelineVersion,
} from "~/services/analytics/pipelines/insights.server";
import { requireScope } from "~/session/scope.server";
import { loadPipelineCharts, type PipelineCharts } from "./pipeline-charts.server";
import { pipelineAddress, pipelinePresets } from "./pipeline-insights-address";

const NEEDS = "8.0.0";

export const handle: Handle = { screen: "pipeline-insights" };
export const meta = titled("Pipeline insights");

/** The one that ran most in 30 days; undefined where none ran. */
function busiest(pipelines: readonly Pipeline[] | null): Pipeline | undefined {
  const most = Math.max(0, ...(pipelines ?? []).map(({ used }) => used ?? 0));
  return most === 0 ? undefined : pipelines?.find(({ used }) => used === most);
}

const named = ({ id, description }: Pipeline) => (description === "" ? id : `${description} (${id})`);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  // Servers give these calls to whoever may change pipelines (contract 40).
  const scope = await requireScope(request, params, "pipelines", context);
  const here = pipelineAddress.at(request);
  leaveLongAddress(request, here);
  const { zone } = scope.preferences;
  const range = rangeOf(here.state.range, { zone, now: Date.now() });
  const plan = planGate({ plan: scope.identity.plan, feature: "pipelines" });
  const old = olderThan(scope.identity.plan, NEEDS);
  const base = { range, plan, old, at: levelRef(params["appName"]), of: null };
  if (old !== null || !plan.ok) return { ...base, found: null, charts: null, version: null };
  const { pipeline: id, version: asked } = here.state;
  const found = await settle(Promise.all([listPipelines(scope), id === "" ? null : listPipelineVersions(scope, id)]));
  const first = id === "" && found.ok ? busiest(found.value[0]) : undefined;
  if (first !== undefined)
    throw redirect(`${new URL(request.url).pathname}${here.href({ pipeline: first.id, version: undefined })}`);
  const options = found.ok
    ? {
        ok: true as const,
        value: {
          pipelines: found.value[0]?.map((one) => choiceOf(one, zone)) ?? null,
          versions: found.value[1]?.map(versionChoice) ?? null,
        },
      }
    : found;
  if (!found.ok || id === "") return { ...base, found: options, charts: null, version: null };
  const [pipelines, versions] = found.value;
  const live =
    versions?.find((one) => one.live)?.number ??
    pipelines?.find((one) => one.id === id)?.live ??
    versions?.[0]?.number ??
    null;
  const version = asked ?? live;
  const chosen = pipelines?.find((one) => one.id === id);
  const { hide } = chartAddress.at(request).state;
  return {
    ...base,
    // One that is gone has no page.
    of: chosen === undefined || chosen.changedAt === null ? null : { id, name: chosen.description || id },
    found: options,
    charts: await loadPipelineCharts(scope, { id, version, span: range, hide, request }),
    version,
  };
}

function choiceOf(pipeline: Pipeline, zone: string) {
  const { id, used, changedAt } = pipeline;
  const facts = [
    ...(changedAt === null ? [] : [`changed ${formatDay({ instant: changedAt, zone })}`]),
    ...(used === null ? [] : [used === 0 ? "not used" : `used ${countOf(used, "time")}`]),
  ];
  return { value: id, label: [named(pipeline), ...facts].join(" · ") };
}

function versionChoice({ number, description, live }: PipelineVersion) {
  return {
    value: String(number),
    label: [`v${number}`, ...(description === "" ? [] : [description]), ...(live ? ["live"] : [])].join(" · "),
  };
}

export default function PipelineInsightsScreen() {
  const { range, plan, old, found, charts, version, at, of } = useLoaderData<typeof loader>();
  const here = useAddress(pipelineAddress);
  return (
    <FiguresPage
      title="Pipeline insights"
      {...(of !== null && { back: { to: screenPath(at, "pipelines", { rest: [of.id] }), label: of.name } })}
      here={here}
      range={found?.ok && (found.value.pipelines?.length ?? 0) > 0 ? range : null}
      offered={pipelinePresets}
      filters={
        found?.ok &&
        found.value.pipelines !== null &&
        found.value.pipelines.length > 0 && (
          <ListFilters
            here={here}
            filters={[
              {
                name: "pipeline",
                label: "Pipeline",
                any: "Choose a pipeline",
                options: found.value.pipelines,
                bare: true,
              },
              ...(found.value.versions === null || found.value.versions.length === 0
                ? []
                : [
                    {
                      name: "version" as const,
                      label: "Version",
                      any: version === null ? "Version" : `v${version}`,
                      options: found.value.versions,
                      bare: true as const,
                    },
                  ]),
            ]}
            submitLabel="Show"
          />
        )
      }
    >
      {!plan.ok && (
        <EmptyState title={`${plan.missing}.`} action={<LinkButton to="/billing">About the plan</LinkButton>}>
          <p>It is part of {plan.who}.</p>
        </EmptyState>
      )}
      {old !== null && (
        <EmptyState title={`Pipeline insights require server version ${NEEDS} or later`}>
          <p>This server runs version {old}.</p>
        </EmptyState>
      )}
      {found && (
        <SettledPanel of={found} what="Pipelines">
          {({ pipelines }) =>
            pipelines === null ? (
              <EmptyState title="This server has no pipelines" />
            ) : pipelines.length === 0 && charts === null ? (
              <EmptyState
                title="No pipelines yet"
                action={<LinkButton to={screenPath(clusterLevel, "pipelines")}>Open pipelines</LinkButton>}
              >
                <p>How long pipelines take, and how often they fail, shows here as soon as one runs.</p>
              </EmptyState>
            ) : charts === null ? (
              <EmptyState title="Choose a pipeline" />
            ) : (
              <Charts charts={charts} version={version} />
            )
          }
        </SettledPanel>
      )}
    </FiguresPage>
  );
}

const absent = "This server has no such report.";

function Charts({ charts: { versions, stages }, version }: { charts: PipelineCharts; version: number | null }) {
  const [times, errors] = versions;
  const shared = { actionName: "Pipelines", absent, empty: "It did not run in this period." };
  return (
    <>
      {times && <ChartPanel of={times} title="Average time by version" {...shared} />}
      {errors && <ChartPanel of={errors} title="Error rate by version" {...shared} />}
      {stages?.[0] && <ChartPanel of={stages[0]} title={`Average time by stage, v${version}`} {...shared} />}
      {stages?.[1] && <ChartPanel of={stages[1]} title={`Error rate by stage, v${version}`} {...shared} />}
    </>
  );
}

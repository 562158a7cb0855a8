import type { PanelData } from "~/services/platform/http/settle.server";
import { mapPanel, panel } from "~/services/platform/http/settle.server";
import {
  getPipelineFigure,
  type PipelineFigure,
  type PipelinePoint,
} from "~/services/analytics/pipelines/insights.server";
import type { DrawnChart } from "~/components/charts/types";
import type { Scope } from "~/session/scope.server";
import { drawDays } from "~/components/charts/days-chart.server";

type Asked = {
  id: string;
  version: number | null;
  span: { from: number; to: number };
  hide: readonly string[];
  request: Request;
};

/**
 * The four charts of a pipeline: times and failures, by version and by the stages of one version. Null in a panel: the
 * server has no such report.
 */
export async function loadPipelineCharts(scope: Scope, { id, version, span, hide, request }: Asked) {
  const late = { request, requestId: scope.context.requestId };
  const ask = (figure: PipelineFigure, of: number | null) =>
    panel(getPipelineFigure(scope, { id, figure, span, version: of }), late);
  const draw = (
    found: PanelData<PipelinePoint[] | null>,
    name: string,
    title: string,
  ): PanelData<DrawnChart | null> => {
    const times = name.startsWith("time");
    const look = { id: name, title, format: times ? "ms" : "percent", hide, noData: "gaps" } as const;
    const label = name.endsWith("version") ? (series: string) => `v${series}` : (series: string) => series;
    return mapPanel(
      found,
      (points) =>
        points &&
        drawDays({ ...look, label, points: points.map((point) => ({ ...point, value: shown(point.value, times) })) }),
    );
  };
  const stages = version === null ? null : Promise.all([ask("time-taken", version), ask("error-rate", version)]);
  const [times, errors, byStage] = await Promise.all([ask("time-taken", null), ask("error-rate", null), stages]);
  return {
    versions: [
      draw(times, "time-version", "Average time by version"),
      draw(errors, "errors-version", "Error rate by version"),
    ],
    stages: byStage && [
      draw(byStage[0], "time-stage", "Average time by stage"),
      draw(byStage[1], "errors-stage", "Error rate by stage"),
    ],
  };
}

/** Times in whole milliseconds, rounded up, as published dashboards show them. */
function shown(value: number | null, times: boolean): number | null {
  if (value === null) return null;
  return times ? Math.ceil(value) : value;
}

export type PipelineCharts = Awaited<ReturnType<typeof loadPipelineCharts>>;

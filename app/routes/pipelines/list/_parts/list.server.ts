import type { PipelineDocument, PipelineRoute } from "@common/pipelines/document/types";
import { listOf } from "~/lib/values/list-of";
import { getPipelineFigure } from "~/services/analytics/pipelines/insights.server";
import { listPipelines, type Pipeline, readPipelineUsage, readText } from "~/services/pipelines/read.server";
import { whereOffered } from "~/services/platform/http/not-offered.server";
import { type PanelData, panel, settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";
import type { PipelineListState } from "./addresses";

const MONTH = 30 * 24 * 3600 * 1000;

/** How a pipeline went in 30 days: mean milliseconds and failures of a hundred by day, and of the last day it ran. */
export type Went = { times: (number | null)[]; time: number | null; errors: number | null };

/** A pipeline as a row. `usedBefore`: of its routes, the pipeline that answers before it does. */
export type PipelineRow = {
  id: string;
  name: string;
  routes: { method: string; path: string; answeredBy: string | null }[];
  cron: string | null;
  enabled: boolean;
  priority: number;
  place: number;
  above: string | null;
  below: string | null;
  live: number | null;
  updatedAt: number | null;
  /** Null where the server does not tell. */
  used: number | null;
  /** What holds it back, in a sentence. */
  hint: string | null;
  open: boolean;
};

const routeKey = ({ method, path }: Pick<PipelineRoute, "method" | "path">) => `${method} ${path}`;

/** Which pipeline takes a route away from those below it: one that is on and asks for nothing else. */
function takersOf(read: readonly { pipeline: Pipeline; document: PipelineDocument | null }[]): Map<string, string> {
  const takers = new Map<string, string>();
  for (const { pipeline, document } of read) {
    if (!document?.enabled || document.trigger.type !== "always" || document.trigger.timeframe !== null) continue;
    for (const route of document.routes) if (!takers.has(routeKey(route))) takers.set(routeKey(route), pipeline.id);
  }
  return takers;
}

const letsIn = (document: PipelineDocument) =>
  document.stages.some(({ use, enabled }) => use === "authorization" && enabled);

function hintOf(document: PipelineDocument | null): string | null {
  if (document === null) return "Its text cannot be read, so it answers nobody. Open it to see where.";
  return null;
}

/** A page of the pipelines that match, in the order in which they are asked; null where the server has none at all. */
export async function loadPipelines(scope: Scope, state: PipelineListState) {
  const [all, usage] = await Promise.all([whereOffered(listPipelines(scope)), settle(readPipelineUsage(scope))]);
  if (all === null) return null;
  const read = all.map((pipeline) => ({ pipeline, document: readText(pipeline.content).document }));
  const takers = takersOf(read);
  const nameOf = new Map(read.map(({ pipeline, document }) => [pipeline.id, document?.description || pipeline.id]));
  const rows = read.map(({ pipeline, document }, at): PipelineRow => {
    const isCron = document?.trigger.type === "cron";
    return {
      id: pipeline.id,
      name: nameOf.get(pipeline.id) ?? pipeline.id,
      routes: (isCron ? [] : (document?.routes ?? [])).map((route) => {
        const taker = takers.get(routeKey(route));
        const before = taker === undefined || taker === pipeline.id ? null : taker;
        const comesFirst = before !== null && read.findIndex((one) => one.pipeline.id === before) < at;
        return {
          method: route.method,
          path: route.path,
          answeredBy: before !== null && comesFirst ? (nameOf.get(before) ?? before) : null,
        };
      }),
      cron: isCron ? (document?.trigger.expression ?? "") : null,
      enabled: document?.enabled ?? false,
      priority: document?.priority ?? 0,
      place: at + 1,
      above: all[at - 1]?.id ?? null,
      below: all[at + 1]?.id ?? null,
      live: pipeline.live,
      updatedAt: pipeline.updatedAt,
      used: usage.ok ? (usage.value[pipeline.id] ?? 0) : null,
      hint: hintOf(document),
      open: document !== null && !isCron && !letsIn(document),
    };
  });
  const list = listOf(rows, state, {
    text: ({ id, name, routes }) => [id, name, ...routes.map(({ path }) => path)],
    facets: {
      status: ({ enabled }, status) => enabled === (status === "on"),
      method: ({ routes }, method) => routes.some((route) => route.method === method),
    },
  });
  return { ...list, on: rows.filter(({ enabled }) => enabled).length, usageMissing: !usage.ok };
}

/** How the pipelines of a page went, by id: each takes two calls, so the page does not wait for them. */
export async function loadWent(
  scope: Scope,
  { rows, request }: { rows: readonly PipelineRow[]; request: Request },
): Promise<PanelData<Record<string, Went>>> {
  const span = { from: Date.now() - MONTH, to: Date.now() };
  const one = async (id: string): Promise<[string, Went] | null> => {
    const [times, errors] = await Promise.all([
      getPipelineFigure(scope, { id, figure: "time-taken", span, version: null }),
      getPipelineFigure(scope, { id, figure: "error-rate", span, version: null }),
    ]);
    if (times === null || errors === null) return null;
    const byDay = new Map<number, number | null>();
    for (const { at, value } of times) byDay.set(at, value ?? byDay.get(at) ?? null);
    const series = [...byDay.values()];
    const known = errors.flatMap(({ value }) => value ?? []);
    return [
      id,
      { times: series, time: series.findLast((value) => value !== null) ?? null, errors: known.at(-1) ?? null },
    ];
  };
  // Those that did not run have nothing to tell.
  const ran = rows.filter(({ used }) => used !== 0);
  const found = Promise.all(ran.map(({ id }) => one(id))).then((all) =>
    Object.fromEntries(all.filter((entry) => entry !== null)),
  );
  return panel(found, { request, requestId: scope.context.requestId, patience: 800 });
}

import { drawDays } from "~/components/charts/days-chart.server";
import { chartAddress } from "~/components/charts/chart-address";
import { testsOf } from "~/services/search-relevance/relevance-tests/changes.server";
import {
  listRuns,
  meanNdcg,
  movedBetween,
  type PastRun,
} from "~/services/search-relevance/relevance-tests/runs/run-history.server";
import { listRelevanceTests } from "~/services/search-relevance/relevance-tests/store.server";
import { scheduleOf } from "~/services/search-relevance/relevance-tests/schedule/store.server";
import { listVersions } from "~/services/search-relevance/deploy/versions.server";
import type { Scope } from "~/session/scope.server";
import { pageOf } from "~/lib/address";
import type { RunHistoryState } from "./addresses";

/** Queries of one run that are named in the list. */
const MOST_MOVED = 5;

const passedOf = ({ results }: PastRun) => results.filter(({ passes }) => passes).length;

const labels: Readonly<Record<string, string>> = { ndcg: "Mean nDCG@10", passed: "Tests that pass" };

/** The figures of the runs by day, each day by its last run. */
function chartOf(runs: readonly PastRun[], hide: readonly string[]) {
  const points = runs.toReversed().flatMap((run) => {
    const mean = meanNdcg(run.results);
    return [
      { at: run.at, series: "passed", value: (100 * passedOf(run)) / run.results.length },
      ...(mean === null ? [] : [{ at: run.at, series: "ndcg", value: 100 * mean }]),
    ];
  });
  const [id, title] = ["relevance", "Relevance over time"];
  return drawDays({ id, title, format: "percent", points, label: (series) => labels[series] ?? series, hide });
}

/**
 * The kept runs of an index, a page of them, each beside the run before it, the figures of all as a chart, and why the
 * last scheduled run failed, where it did.
 */
export function loadHistory(
  scope: Scope,
  { index, state, request }: { index: string; state: RunHistoryState; request: Request },
) {
  const runs = listRuns(scope.context.config, testsOf(scope, index));
  const versions = new Map(listVersions(scope, index).map(({ recordVersion, number }) => [recordVersion, number]));
  const rows = runs.map((run, at) => {
    const moved = movedBetween(runs[at + 1]?.results ?? [], run.results);
    return {
      ...{ at: run.at, person: run.person, version: versions.get(run.settings) ?? null },
      ...{ tests: run.results.length, passed: passedOf(run), ndcg: meanNdcg(run.results) },
      ...{ moved: moved.slice(0, MOST_MOVED), more: Math.max(0, moved.length - MOST_MOVED) },
    };
  });
  const chart = runs.length === 0 ? null : chartOf(runs, chartAddress.at(request).state.hide);
  const failed = scheduleOf(scope.context.config, testsOf(scope, index))?.reason ?? null;
  const hasTests = listRelevanceTests(scope.context.config, testsOf(scope, index)).length > 0;
  return { list: pageOf(rows, state), chart, failed, hasTests };
}

/** A run as a row. */
export type RunRow = ReturnType<typeof loadHistory>["list"]["rows"][number];

import type { Scope } from "~/session/scope.server";
import { getJobs } from "~/services/platform/jobs/jobs.server";
import { jobKinds } from "~/services/platform/jobs/kinds.server";
import { readableTargets } from "~/services/platform/jobs/rights.server";
import type { Filter } from "~/services/platform/jobs/table.server";
import { personOf } from "~/sessions.server";
import { tabNames, tabs, times, type JobListState, type Tab } from "./address";
import { jobView } from "../_parts/jobs/job-view.server";

export const PAGE = 25;

/**
 * The jobs that the reader may see now, by the filters of the address; how many there are of each state, kind and
 * person.
 */
export async function loadJobs({
  scope,
  state,
  now = Date.now(),
}: {
  scope: Scope;
  state: JobListState;
  now?: number;
}) {
  const { table } = getJobs(scope.context);
  const { targets, own } = await readableTargets(scope);
  const base = { server: scope.session.url, targets, ...(own ? { owner: personOf(scope.session) } : {}) };
  const all = table.counts(base);
  const filter: Filter = {
    ...base,
    ...(state.kind === "" ? {} : { kind: state.kind }),
    ...(state.by === "" || own ? {} : { owner: state.by }),
    ...(state.since === "" ? {} : { since: now - times[state.since].ms }),
  };
  const counts = table.counts(filter);
  const numberOf = (tab: Tab) =>
    counts
      .filter((row) => tabs[tab].states.some((each) => each === row.state))
      .reduce((sum, { count }) => sum + count, 0);
  const total = numberOf(state.state);
  const page = Math.min(state.page, Math.max(1, Math.ceil(total / PAGE)));
  const rows = table.list({ ...filter, states: tabs[state.state].states, limit: PAGE, offset: (page - 1) * PAGE });
  return {
    own,
    total,
    page,
    numbers: Object.fromEntries(tabNames.map((tab) => [tab, numberOf(tab)])) as Record<Tab, number>,
    kinds: jobKinds()
      .filter(({ name }) => all.some(({ kind }) => kind === name))
      .map(({ name, label }) => ({ value: name, label })),
    people: [...new Set(all.map(({ owner }) => owner))].sort((a, b) => a.localeCompare(b)),
    jobs: rows.map((row) => jobView({ scope, row, now })),
  };
}

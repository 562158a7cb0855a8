import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/form-kit";
import { Tabs } from "~/components/detail-kit";
import { EmptyState, FilterBar, FilterSelect, Notice, PageHeader, Remarks, TableFooter, useAddress } from "~/components/kit";
import { answerForm } from "~/form-action.server";
import { formatNumber } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { screenPath } from "~/navigation/paths";
import { useLevel } from "~/navigation/use-shell";
import type { JobState } from "~/services/jobs/states";
import { requireScope } from "~/session/scope.server";
import { answerJob } from "./actions.server";
import { jobList, tabNames, tabs, times } from "./address";
import { JobCard } from "./job-card";
import type { JobView } from "./job-view.server";
import { loadJobs, PAGE } from "./list.server";
import { RefreshWithoutScripts } from "./refresh-without-scripts";
import { useLiveJobs } from "./use-live-jobs";

export const handle: Handle = { screen: "jobs" };
export const meta: MetaFunction = ({ params }) => [{ title: `Jobs · ${params["appName"] ?? "All indices"}` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  return { ...(await loadJobs({ scope, state: jobList.at(request).state })), size: PAGE };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, { right: "develop", what: "The job is unchanged.", run: ({ scope, form }) => answerJob({ request, scope, form }) });
}

const groups: { label: string; states: readonly JobState[] }[] = [
  { label: "In progress", states: ["running", "paused", "interrupted"] },
  { label: "Waiting", states: ["queued"] },
  { label: "Not started", states: ["draft"] },
  { label: "Finished", states: ["done", "cancelled", "failed"] },
];

export default function JobsScreen() {
  const { jobs: loaded, total, page, size, numbers, own } = useLoaderData<typeof loader>();
  const jobs = useLiveJobs(loaded);
  const here = useAddress(jobList);
  return (
    <>
      <RefreshWithoutScripts jobs={jobs} />
      <PageHeader title="Jobs">
        <Tabs
          label="Jobs by state"
          tabs={tabNames.map((tab) => ({
            to: here.href({ state: tab }),
            label: `${tabs[tab].label} ${formatNumber(numbers[tab])}`,
            current: here.state.state === tab,
          }))}
        />
      </PageHeader>
      <JobFilters />
      <Remarks of={here.remarks} />
      {own && <Notice tone="warn">The search server is not reachable, so your rights cannot be checked. Only jobs that you started are listed.</Notice>}
      <div className="grid max-w-[60rem] gap-5">
        {groups.map(({ label, states }) => (
          <Group key={label} label={label} jobs={jobs.filter(({ state }) => states.includes(state))} />
        ))}
        {jobs.length === 0 ? (
          <NoJobs />
        ) : (
          <div className="rounded border border-line">
            <TableFooter here={here} page={page} size={size} sizes={[size]} total={total} shown={jobs.length} noun={["job", "jobs"]} />
          </div>
        )}
      </div>
    </>
  );
}

function JobFilters() {
  const { kinds, people } = useLoaderData<typeof loader>();
  const here = useAddress(jobList);
  const { kind, by, since } = here.state;
  const chips = [
    ...(kind === "" ? [] : [{ label: kinds.find(({ value }) => value === kind)?.label ?? kind, without: { kind: undefined } }]),
    ...(by === "" ? [] : [{ label: `By ${by}`, without: { by: undefined } }]),
    ...(since === "" ? [] : [{ label: times[since].label, without: { since: undefined } }]),
  ];
  return (
    <div className="mb-5 mt-3">
      <FilterBar here={here} controls={["kind", "by", "since"]} chips={chips} clears={["kind", "by", "since"]}>
        <FilterSelect name="kind" label="Kind" defaultValue={kind} options={[{ value: "", label: "Any kind" }, ...kinds]} />
        <FilterSelect
          name="by"
          label="Started by"
          defaultValue={by}
          options={[{ value: "", label: "Anybody" }, ...people.map((name) => ({ value: name, label: name }))]}
        />
        <FilterSelect
          name="since"
          label="Time"
          defaultValue={since}
          options={[{ value: "", label: "Last 30 days" }, ...(["day", "week"] as const).map((value) => ({ value, label: times[value].label }))]}
        />
      </FilterBar>
    </div>
  );
}

function Group({ label, jobs }: { label: string; jobs: readonly JobView[] }) {
  const at = useLevel();
  if (jobs.length === 0) return null;
  return (
    <section className="grid gap-2.5">
      <h2 className="text-16 font-semibold">{label}</h2>
      {jobs.map((job) => (
        <JobCard key={job.id} job={job} cancelTo={screenPath(at, "jobs", { rest: [job.id, "cancel"] })} />
      ))}
    </section>
  );
}

function NoJobs() {
  const here = useAddress(jobList);
  const at = useLevel();
  const filtered = here.holds("state", "kind", "by", "since");
  return (
    <EmptyState
      title={filtered ? "No jobs match" : "No jobs yet"}
      action={
        <Link to={filtered ? screenPath(at, "jobs") : screenPath(at, "import")} className="link">
          {filtered ? "Show all jobs" : "Import data"}
        </Link>
      }
    >
      <p>{filtered ? "Jobs are kept for 30 days." : "Imports and large deletions run as jobs. They continue when you leave the page."}</p>
    </EmptyState>
  );
}

export { FormBoundary as ErrorBoundary };

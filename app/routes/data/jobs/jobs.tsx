import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { ListFilters } from "~/components/ui/filter/list-filters";
import { useAddress } from "~/components/ui/filter/use-address";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Notice } from "~/components/ui/message/notice";
import { PageHeader } from "~/components/ui/page/page-header";
import { Tabs } from "~/components/ui/page/tabs";
import { TableFooter } from "~/components/ui/table/table-footer";
import { answerForm } from "~/server/form-action.server";
import { formatNumber } from "~/lib/values/numbers";
import type { Handle } from "~/navigation/handle";
import { screenPath } from "~/navigation/paths";
import { useLevel } from "~/navigation/use-shell";
import { requireScope } from "~/session/scope.server";
import { answerJob } from "./actions.server";
import { jobList, tabNames, tabs, times } from "./address";
import { JobGroups } from "./job-groups";
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
  return answerForm(args, {
    right: "develop",
    what: "The job is unchanged.",
    run: ({ scope, form }) => answerJob({ request, scope, form }),
  });
}

const sinces = (["day", "week"] as const).map((value) => ({ value, label: times[value].label }));

export default function JobsScreen() {
  const { jobs: loaded, total, page, size, numbers, own, kinds, people } = useLoaderData<typeof loader>();
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
      <div className="mb-5 mt-3">
        <ListFilters
          here={here}
          filters={[
            { name: "kind", label: "Kind", options: kinds, any: "Any kind" },
            { name: "by", label: "Started by", options: people, any: "Anybody", chip: (name) => `By ${name}` },
            { name: "since", label: "Time", options: sinces, any: "Last 30 days" },
          ]}
        />
      </div>
      {own && (
        <Notice tone="warn">
          The search server is not reachable, so your rights cannot be checked. Only jobs that you started are listed.
        </Notice>
      )}
      <div className="grid max-w-[60rem] gap-5">
        <JobGroups jobs={jobs} />
        {jobs.length === 0 ? (
          <NoJobs />
        ) : (
          <div className="rounded border border-line">
            <TableFooter
              here={here}
              page={page}
              size={size}
              sizes={[size]}
              total={total}
              shown={jobs.length}
              noun={["job", "jobs"]}
            />
          </div>
        )}
      </div>
    </>
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
      <p>
        {filtered
          ? "Jobs are kept for 30 days."
          : "Imports and large deletions run as jobs. They continue when you leave the page."}
      </p>
    </EmptyState>
  );
}

export { FormBoundary as ErrorBoundary };

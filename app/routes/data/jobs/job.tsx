import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { DefinitionList } from "~/components/ui/definition-list";
import { PageHeader } from "~/components/ui/page/page-header";
import { Time } from "~/components/ui/time";
import { answerForm } from "~/server/form-action.server";
import type { Handle } from "~/navigation/handle";
import { screenPath } from "~/navigation/paths";
import { useLevel } from "~/navigation/use-shell";
import { redirect } from "~/server/redirect.server";
import { kindOf } from "~/services/platform/jobs/kinds.server";
import { requireJobRowOrOwn } from "~/services/platform/jobs/rights.server";
import { isLive } from "~/services/platform/jobs/states";
import { requireScope } from "~/session/scope.server";
import { jobView } from "../_parts/jobs/job-view.server";
import { answerJob } from "./actions.server";
import { FailedDocuments } from "./failed-documents";
import { failedDocuments } from "./failed-documents.server";
import { JobCard } from "./job-card";
import { RefreshWithoutScripts } from "./refresh-without-scripts";
import { useLiveJobs } from "./use-live-jobs";

export const handle: Handle = {
  screen: "jobs",
  crumbs: ({ data }) => [{ label: (data as { job: { title: string } } | undefined)?.job.title ?? "Job" }],
};
export const meta: MetaFunction<typeof loader> = ({ data, params }) => [
  { title: `${data?.job.title ?? "Job"} · ${params["appName"] ?? "All indices"}` },
];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const { row, asked } = await requireJobRowOrOwn({ scope, jobId: params["jobId"] });
  const job = jobView({ scope, row });
  // Kinds with more to show have a page of their own.
  if (kindOf(row)?.describe(row).page) throw redirect(job.to);
  return { job, index: row.target, failed: asked ? failedDocuments(scope, row) : [] };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: "develop",
    what: "The job is unchanged.",
    run: ({ scope, form }) => answerJob({ request, scope, form }),
  });
}

export default function JobScreen() {
  const loaded = useLoaderData<typeof loader>();
  const [job = loaded.job] = useLiveJobs([loaded.job]);
  const at = useLevel();
  return (
    <>
      <RefreshWithoutScripts jobs={[job]} />
      <PageHeader
        title={job.title}
        description={isLive(job.state) ? "You can leave this page; the job continues." : undefined}
      />
      <div className="grid max-w-[60rem] gap-5">
        <JobCard alone job={job} cancelTo={screenPath(at, "jobs", { rest: [job.id, "cancel"] })} />
        <DefinitionList
          items={[
            { label: "Kind", value: job.kind },
            { label: "Started by", value: job.owner },
            { label: "Added", value: <Time value={job.created} exact /> },
            { label: "Started", value: <Time value={job.started} exact /> },
            { label: "Finished", value: <Time value={job.finished} exact /> },
          ]}
        />
        <FailedDocuments index={loaded.index} of={loaded.failed} total={job.failed} />
      </div>
    </>
  );
}

export { FormBoundary as ErrorBoundary };

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/components/forms/confirm-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { answerForm } from "~/server/form-action.server";
import type { Handle } from "~/navigation/handle";
import { screenPath } from "~/navigation/paths";
import { useLevel } from "~/navigation/use-shell";
import { redirect } from "~/server/redirect.server";
import { getJobs } from "~/services/platform/jobs/jobs.server";
import { kindOf } from "~/services/platform/jobs/kinds.server";
import { requireJobRowOrOwn } from "~/services/platform/jobs/rights.server";
import { isOver } from "~/services/platform/jobs/states";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { jobView } from "../_parts/jobs/job-view.server";
import { CANCEL } from "./intents";

export const handle: Handle = { screen: "jobs", crumbs: () => [{ label: "Cancel" }] };
export const meta: MetaFunction = ({ params }) => [{ title: `Cancel job · ${params["appName"] ?? "All indices"}` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const { row } = await requireJobRowOrOwn({ scope, jobId: params["jobId"] });
  if (isOver(row.state)) throw redirect(screenPath(scope, "jobs", { rest: [row.id] }));
  return { job: jobView({ scope, row }), unchanged: kindOf(row)?.describe(row).unchanged ?? "" };
}

export async function action(args: ActionFunctionArgs) {
  const { request, params } = args;
  return answerForm(args, {
    right: "develop",
    what: "The job was not cancelled.",
    run: async ({ scope }) => {
      const { row } = await requireJobRowOrOwn({ scope, jobId: params["jobId"] });
      const stopped = await getJobs(scope.context).runner.cancel(row.id);
      const after = getJobs(scope.context).table.get(row.id) ?? row;
      const unchanged = kindOf(after)?.describe(after).unchanged ?? "";
      const text = stopped ? `The job was cancelled. ${unchanged}`.trim() : "The job had already finished.";
      return redirectWithFlash({ request, to: screenPath(scope, "jobs"), kind: "info", text });
    },
  });
}

export default function CancelJobScreen() {
  const { job, unchanged } = useLoaderData<typeof loader>();
  const at = useLevel();
  return (
    <ConfirmPage
      title={`Cancel “${job.title}”?`}
      description="A cancelled job cannot be resumed."
      consequencesTitle="What stays"
      consequences={<p>{[job.amount, unchanged].filter(Boolean).join(". ")}</p>}
      intent={CANCEL}
      submitLabel="Cancel job"
      cancelTo={screenPath(at, "jobs")}
      cancelLabel="Keep the job"
    />
  );
}

export { FormBoundary as ErrorBoundary };

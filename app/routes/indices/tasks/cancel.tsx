import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { formReply } from "~/components/forms/reply.server";
import { DefinitionList, FormBoundary } from "~/components/detail-kit";
import { ConfirmPage } from "~/components/form-kit";
import { EmptyState, LinkButton, PageHeader } from "~/components/kit";
import { answerForm } from "~/form-action.server";
import { formatDuration } from "~/lib/dates";
import { formatNumber } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { change } from "~/services/changes/change.server";
import { shownRequest } from "~/services/changes/shown.server";
import { toCancelTask } from "~/services/tasks/cancel.server";
import { findTask } from "~/services/tasks/read.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { oneTask } from "./tasks-address";

const INTENT = "cancel-task";
const back = screenPath(clusterLevel, "tasks");

export const handle: Handle = { screen: "", crumbs: () => [{ label: "Tasks", to: back }, { label: "Cancel task" }] };
export const meta: MetaFunction = () => [{ title: "Cancel task · Cluster" }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const { task: id } = oneTask.at(request).state;
  const task = id === "" ? undefined : await findTask(scope, id);
  return { id, task: task ?? null, gate: scope.may("tasks:write"), request: task ? shownRequest(scope, toCancelTask(task)) : null };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: "develop",
    what: "The task was not cancelled.",
    run: async ({ scope, form }) => {
      const submission = parseConfirmation(form);
      if (submission.status !== "success") return formReply(submission, { intent: INTENT });
      const { task: id } = oneTask.at(request).state;
      const task = id === "" ? undefined : await findTask(scope, id);
      if (task === undefined) return redirectWithFlash({ request, to: back, kind: "bad", text: "This task is no longer running." });
      const changed = await change(scope, toCancelTask(task));
      return redirectWithFlash({ request, to: back, text: `Task ${id} is asked to stop. It ends after the step that it is at.`, changed });
    },
  });
}

export default function CancelTaskScreen() {
  const { id, task, gate, request } = useLoaderData<typeof loader>();
  if (task === null || request === null) {
    return (
      <>
        <PageHeader title="Cancel task" />
        <EmptyState title={id === "" ? "Choose a task" : "This task is no longer running"} action={<LinkButton to={back}>Back to the tasks</LinkButton>} />
      </>
    );
  }
  const { action: name, description, node, running, progress, cancellable } = task;
  return (
    <ConfirmPage
      title={`Cancel ${name}?`}
      description={cancellable ? "What it has done so far stays." : "The engine says that this task cannot be cancelled."}
      consequencesTitle="The task"
      consequences={
        <DefinitionList
          items={[
            { label: "Task", value: <span className="font-mono text-code">{id}</span> },
            { label: "Works on", value: description === null ? null : <span className="[overflow-wrap:anywhere]">{description.slice(0, 500)}</span> },
            { label: "Node", value: node },
            { label: "Running for", value: running === null ? null : formatDuration(running) },
            { label: "Progress", value: progress && `${formatNumber(progress.done)} of ${formatNumber(progress.total)}` },
          ]}
        />
      }
      intent={INTENT}
      request={request}
      gate={gate}
      submitLabel="Cancel task"
      cancelTo={back}
      cancelLabel="Keep it running"
    />
  );
}

export { FormBoundary as ErrorBoundary };

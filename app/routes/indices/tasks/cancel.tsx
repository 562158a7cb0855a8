import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/components/forms/confirm-page";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { FormBoundary } from "~/components/forms/form-boundary";
import { formReply } from "~/components/forms/reply.server";
import { LinkButton } from "~/components/ui/button";
import { DefinitionList } from "~/components/ui/definition-list";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { answerForm } from "~/server/form-action.server";
import { formatDuration } from "~/lib/values/dates";
import { formatNumber } from "~/lib/values/numbers";
import { type Handle, titled } from "~/navigation/handle";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { toCancelTask } from "~/services/indices/tasks/cancel.server";
import { findTask } from "~/services/indices/tasks/read.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { oneTask } from "./tasks-address";

const INTENT = "cancel-task";
const back = screenPath(clusterLevel, "tasks");

export const handle: Handle = { screen: "", crumbs: () => [{ label: "Tasks", to: back }, { label: "Cancel task" }] };
export const meta = titled("Cancel task");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const { task: id } = oneTask.at(request).state;
  const task = id === "" ? undefined : await findTask(scope, id);
  return {
    id,
    task: task ?? null,
    gate: scope.may("tasks:write"),
    request: task ? shownRequest(scope, toCancelTask(task)) : null,
  };
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
      if (task === undefined)
        return redirectWithFlash({ request, to: back, kind: "bad", text: "This task is no longer running." });
      const changed = await change(scope, toCancelTask(task));
      return redirectWithFlash({
        request,
        to: back,
        text: `Cancellation requested. Task ${id} ends after its current step.`,
        changed,
      });
    },
  });
}

export default function CancelTaskScreen() {
  const { id, task, gate, request } = useLoaderData<typeof loader>();
  if (task === null || request === null) {
    return (
      <>
        <PageHeader title="Cancel task" />
        <EmptyState
          title={id === "" ? "Choose a task" : "This task is no longer running"}
          action={<LinkButton to={back}>Back to the tasks</LinkButton>}
        />
      </>
    );
  }
  const { action: name, description, node, running, progress, cancellable } = task;
  return (
    <ConfirmPage
      title={`Cancel ${name}?`}
      description={
        cancellable ? "What it has done so far stays." : "The engine says that this task cannot be cancelled."
      }
      consequencesTitle="The task"
      consequences={
        <DefinitionList
          items={[
            { label: "Task", value: <span className="font-mono text-code">{id}</span> },
            {
              label: "Works on",
              value: description === null ? null : <Name>{description.slice(0, 500)}</Name>,
            },
            { label: "Node", value: node },
            { label: "Running for", value: running === null ? null : formatDuration(running) },
            {
              label: "Progress",
              value: progress && `${formatNumber(progress.done)} of ${formatNumber(progress.total)}`,
            },
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

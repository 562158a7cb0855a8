import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/components/form-kit";
import { FormBoundary, ViewRequest } from "~/components/detail-kit";
import { EmptyState, Gated, LinkButton, Notice, PageHeader } from "~/components/kit";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { formReply } from "~/components/forms/reply.server";
import { answerForm } from "~/form-action.server";
import type { Handle } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { change } from "~/services/changes/change.server";
import { planUndo, requireChange } from "~/services/changes/read.server";
import { shownRequest } from "~/services/changes/shown.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { entryView } from "./_parts/entry-view.server";
import { placeOf } from "./_parts/place";

const INTENT = "undo-change";

export const handle: Handle = {
  screen: "changes",
  crumbs: ({ params, at }) => [{ label: params["changeId"] ?? "", to: screenPath(at, "changes", { rest: [params["changeId"] ?? ""] }) }, { label: "Undo" }],
};
export const meta: MetaFunction = ({ params }) => [{ title: `Undo ${params["changeId"]} · Changes · ${params["appName"] ?? "Cluster"}` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("changes"), context);
  const entry = await requireChange(scope, params["changeId"] ?? "");
  const plan = await planUndo(scope, entry);
  return {
    at: levelRef(params["appName"]),
    row: entryView(entry),
    plan: plan && {
      ready: plan.ready,
      note: plan.note,
      gate: scope.may(plan.change.right),
      request: plan.change.own ? null : shownRequest(scope, plan.change),
    },
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request, params } = args;
  return answerForm(args, {
    right: permissionsOf("changes"),
    what: "The change was not undone.",
    run: async ({ scope, form }) => {
      const submission = parseConfirmation(form);
      if (submission.status !== "success") return formReply(submission, { intent: INTENT });
      const entry = await requireChange(scope, params["changeId"] ?? "");
      const plan = await planUndo(scope, entry);
      const here = screenPath(scope, "changes", { rest: [entry.id, "undo"] });
      // The page again, for it says what has changed since.
      if (!plan?.ready) return redirectWithFlash({ request, to: here, kind: "bad", text: "Not undone. Nothing was changed." });
      const changed = await change(scope, plan.change, { undoes: entry.id });
      const { title } = entryView(entry);
      const to = placeOf(scope, { ...entry, routing: plan.change.resource.routing });
      const told = plan.told?.(changed.value);
      const text = `Undone: ${title.charAt(0).toLowerCase()}${title.slice(1)} ${entry.name}.${told === undefined ? "" : ` ${told}`}`;
      // Its own way back is in the list of changes: what undoes an undo would be taken for it.
      return redirectWithFlash({ request, to, text, changed: { ...changed, undoable: false } });
    },
  });
}

export default function UndoScreen() {
  const { at, row, plan } = useLoaderData<typeof loader>();
  const back = screenPath(at, "changes", { rest: [row.id] });
  if (!plan) {
    return (
      <>
        <PageHeader title="Undo" />
        <EmptyState title="This change cannot be undone" action={<LinkButton to={back}>Open the change</LinkButton>}>
          <p>{row.outcome === "undone" ? "It was undone already." : "There is no way back from it, or it is no longer kept: undo is offered for 30 days."}</p>
        </EmptyState>
      </>
    );
  }
  const title = `Undo “${row.title}”?`;
  if (!plan.ready || !plan.gate.ok) {
    return (
      <>
        <PageHeader title={title} />
        <Notice tone="warn">{plan.ready ? "The undo is a change itself." : plan.note}</Notice>
        {plan.request && <ViewRequest request={plan.request} />}
        <div className="flex flex-wrap gap-2">
          <Gated gate={plan.gate} label="Undo">
            {null}
          </Gated>
          <LinkButton to={back}>Open the change</LinkButton>
        </div>
      </>
    );
  }
  return (
    <ConfirmPage
      title={title}
      consequencesTitle={row.resource}
      consequences={<p className="mt-1">{plan.note}</p>}
      intent={INTENT}
      submitLabel="Undo"
      tone="primary"
      cancelTo={back}
    >
      {plan.request && <ViewRequest request={plan.request} open />}
    </ConfirmPage>
  );
}

export { FormBoundary as ErrorBoundary };

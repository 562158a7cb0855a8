import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/components/forms/confirm-page";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { FormBoundary } from "~/components/forms/form-boundary";
import { formReply } from "~/components/forms/reply.server";
import { LinkButton } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/message/empty-state";
import { PageHeader } from "~/components/ui/page/page-header";
import { ViewRequest } from "~/components/ui/request/view-request";
import { answerForm } from "~/server/form-action.server";
import { countOf } from "~/lib/values/numbers";
import { type Handle, titled } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { changeLabel } from "./_parts/change-label";
import { placeOf } from "./_parts/place";
import { loadUndo, undoAll } from "./_parts/undo.server";
import { UndoOff } from "./_parts/undo-off";
import { UndoValues } from "./_parts/undo-values";

const INTENT = "undo-change";

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isSeveral = (data: unknown) => isRecord(data) && Array.isArray(data["parts"]) && data["parts"].length > 1;

export const handle: Handle = {
  screen: "changes",
  crumbs: ({ data, params, at }) => [
    ...(isSeveral(data)
      ? []
      : [{ label: changeLabel(data, params), to: screenPath(at, "changes", { rest: [params["changeId"] ?? ""] }) }]),
    { label: "Undo" },
  ],
};
export const meta = titled(
  ({ data, params }) => (isSeveral(data) ? "Undo several changes" : `Undo ${changeLabel(data, params)}`),
  "Changes",
);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "changes" }, context);
  return { at: levelRef(params["appName"]), ...(await loadUndo(scope, params["changeId"] ?? "")) };
}

export async function action(args: ActionFunctionArgs) {
  const { request, params } = args;
  return answerForm(args, {
    right: { screen: "changes" },
    what: "The change was not undone.",
    run: async ({ scope, form }) => {
      const submission = parseConfirmation(form);
      if (submission.status !== "success") return formReply(submission, { intent: INTENT });
      const id = params["changeId"] ?? "";
      const undone = await undoAll(scope, id);
      // The page again, for it says what has changed since.
      if (undone.state === "changed")
        return redirectWithFlash({
          request,
          to: screenPath(scope, "changes", { rest: [id, "undo"] }),
          kind: "bad",
          text: "Not undone. Nothing was changed.",
        });
      const { entry, resource, text, changed, because } = undone;
      if (because !== null)
        return redirectWithFlash({
          request,
          to: screenPath(scope, "changes", { rest: [id, "undo"] }),
          kind: "bad",
          text: because,
          changed,
        });
      const to = placeOf(scope, { ...entry, routing: resource.routing });
      return redirectWithFlash({ request, to, text, changed });
    },
  });
}

export default function UndoScreen() {
  const { at, parts, stays, undone, hidden } = useLoaderData<typeof loader>();
  const [first] = parts;
  const back = screenPath(at, "changes", { rest: parts.length === 1 && first ? [first.row.id] : [] });
  const none = parts.find(({ plan }) => plan === null);
  if (none) {
    return (
      <>
        <PageHeader title="Undo" />
        <EmptyState title="This change cannot be undone" action={<LinkButton to={back}>Open the change</LinkButton>}>
          <p>
            {none.row.outcome === "undone"
              ? "It was undone already."
              : "There is no way back from it, or it is no longer kept: undo is offered for 30 days."}
          </p>
        </EmptyState>
      </>
    );
  }
  const plans = parts.flatMap(({ row, plan, since }) => (plan ? [{ ...plan, row, since }] : []));
  const title = parts.length === 1 ? `Undo “${first?.row.title}”?` : `Undo ${countOf(parts.length, "change")}?`;
  const inTheWay = plans.find(({ ready, gate }) => !ready || !gate.ok);
  if (hidden > 0 || inTheWay)
    return <UndoOff title={title} at={at} back={back} hidden={hidden} count={parts.length} inTheWay={inTheWay} />;
  // What is the same of all of them is said once.
  const notes = [...new Set(plans.map(({ note }) => note))];
  return (
    <ConfirmPage
      title={title}
      checks={parts.map((part) => (
        <UndoValues key={part.row.id} part={part} named={parts.length > 1} />
      ))}
      consequences={
        <>
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
          {stays.map((row) => (
            <p key={row.id}>{`${row.title}: ${row.resource} stays, there is no way back from it.`}</p>
          ))}
          {undone > 0 && <p>{countOf(undone, "change")} of the same publish undone already.</p>}
        </>
      }
      plain
      intent={INTENT}
      submitLabel={parts.length === 1 ? "Undo" : `Undo ${countOf(parts.length, "change")}`}
      tone="primary"
      cancelTo={back}
      sticky
    >
      {plans.map(({ row, request }) => request && <ViewRequest key={row.id} request={request} />)}
    </ConfirmPage>
  );
}

export { FormBoundary as ErrorBoundary };

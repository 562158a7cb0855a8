import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/components/forms/confirm-page";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { FormBoundary } from "~/components/forms/form-boundary";
import { formReply } from "~/components/forms/reply.server";
import { LinkButton } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Gated } from "~/components/ui/message/gated";
import { Notice } from "~/components/ui/message/notice";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { OldAndNew } from "~/components/ui/request/diff-view";
import { ViewRequest } from "~/components/ui/request/view-request";
import { answerForm } from "~/server/form-action.server";
import { countOf } from "~/lib/values/numbers";
import { type Handle, titled } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { changeLabel } from "./_parts/change-label";
import { placeOf } from "./_parts/place";
import { loadUndo, undoAll, type UndoPart } from "./_parts/undo.server";

const INTENT = "undo-change";

const isSeveral = (id: string | undefined) => id?.includes(",") === true;

export const handle: Handle = {
  screen: "changes",
  crumbs: ({ data, params, at }) => [
    ...(isSeveral(params["changeId"])
      ? []
      : [{ label: changeLabel(data, params), to: screenPath(at, "changes", { rest: [params["changeId"] ?? ""] }) }]),
    { label: "Undo" },
  ],
};
export const meta = titled(
  ({ data, params }) => (isSeveral(params["changeId"]) ? "Undo several changes" : `Undo ${changeLabel(data, params)}`),
  "Changes",
);

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "changes" }, context);
  return { at: levelRef(params["appName"]), parts: await loadUndo(scope, params["changeId"] ?? "") };
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
        return redirectWithFlash({ request, to: screenPath(scope, "changes"), kind: "bad", text: because, changed });
      const to = placeOf(scope, { ...entry, routing: resource.routing });
      return redirectWithFlash({ request, to, text, changed });
    },
  });
}

export default function UndoScreen() {
  const { at, parts } = useLoaderData<typeof loader>();
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
  const plans = parts.flatMap(({ row, plan }) => (plan ? [{ ...plan, row }] : []));
  const title = parts.length === 1 ? `Undo “${first?.row.title}”?` : `Undo ${countOf(parts.length, "change")}?`;
  const inTheWay = plans.find(({ ready, gate }) => !ready || !gate.ok);
  if (inTheWay) {
    return (
      <>
        <PageHeader title={title} />
        <Notice tone="warn">
          {parts.length > 1 && `${inTheWay.row.title} ${inTheWay.row.resource}: `}
          {inTheWay.ready ? "The undo is a change itself." : inTheWay.note}
        </Notice>
        {inTheWay.request && <ViewRequest request={inTheWay.request} />}
        <div className="flex flex-wrap gap-2">
          <Gated gate={inTheWay.gate} label="Undo">
            {null}
          </Gated>
          <LinkButton to={back}>{parts.length === 1 ? "Open the change" : "Open the changes"}</LinkButton>
        </div>
      </>
    );
  }
  return (
    <ConfirmPage
      title={title}
      checks={parts.map((part) => (
        <OldAndNewOf key={part.row.id} part={part} named={parts.length > 1} />
      ))}
      consequencesTitle={parts.length === 1 ? (first?.row.resource ?? "") : "What comes back"}
      consequences={plans.map(({ row, note }) => (
        <p key={row.id} className="mt-1">
          {parts.length > 1 && <strong>{row.resource}: </strong>}
          {note}
        </p>
      ))}
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

function OldAndNewOf({ part: { row, now, then, rows }, named }: { part: UndoPart; named: boolean }) {
  if (now === null && then === null) return null;
  return (
    <div className="mb-4">
      {named && <Name as="h2" className="mb-1 font-semibold">{`${row.title}: ${row.resource}`}</Name>}
      <OldAndNew before={now} after={then} rows={rows} labels={["Now", "After undo"]} />
    </div>
  );
}

export { FormBoundary as ErrorBoundary };

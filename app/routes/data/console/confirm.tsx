import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/components/forms/confirm-page";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { FormBoundary, FormFailure } from "~/components/forms/form-boundary";
import { formReply } from "~/components/forms/reply.server";
import { LinkButton } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { answerForm } from "~/server/form-action.server";
import { type Handle, titled } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { redirect } from "~/server/redirect.server";
import { keepWork } from "~/services/data/console/work.server";
import { requireScope } from "~/session/scope.server";
import { asked, pageOf } from "./_parts/asked.server";
import { workPath } from "./_parts/console-address";
import { CONFIRM } from "./_parts/intents";
import { sendRequest } from "./_parts/take.server";

export const handle: Handle = { holds: "calls", screen: "console", crumbs: () => [{ label: "Confirm" }] };
export const meta = titled("Confirm", "Console");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "console" }, context);
  const at = levelRef(params["appName"]);
  const found = asked(scope, request);
  if (!found) return { at, page: null };
  return { at, page: pageOf(scope, found) };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: { screen: "console" },
    what: "Nothing was sent.",
    run: async ({ scope, form }) => {
      const submission = parseConfirmation(form);
      if (submission.status !== "success") return formReply(submission, { intent: CONFIRM });
      const found = asked(scope, request);
      if (!found)
        return formReply(submission, {
          intent: CONFIRM,
          formErrors: ["Nothing was sent: this request is no longer kept."],
        });
      const answer = await sendRequest(scope, found.request);
      return redirect(workPath(scope, keepWork(scope, { ...found.work, chosen: found.at, answers: [answer] })));
    },
  });
}

export default function ConfirmRequestScreen() {
  const { at, page } = useLoaderData<typeof loader>();
  if (page === null) {
    return (
      <>
        <PageHeader title="Confirm request" />
        <FormFailure />
        <EmptyState
          title="This request is no longer kept"
          action={<LinkButton to={screenPath(at, "console")}>Open the console</LinkButton>}
        >
          Run it again from the console. Texts are kept for one day.
        </EmptyState>
      </>
    );
  }
  const { title, why, request, gate, name, cancelTo } = page;
  return (
    <ConfirmPage
      title={<Name>Send {title}?</Name>}
      description="The console cannot undo this."
      consequences={
        <p>
          {why}
          {name !== null && (
            <>
              {" "}
              Index: <strong>{name}</strong>
            </>
          )}
        </p>
      }
      intent={CONFIRM}
      request={request}
      gate={gate}
      submitLabel="Send request"
      cancelTo={cancelTo}
    />
  );
}

export { FormBoundary as ErrorBoundary };

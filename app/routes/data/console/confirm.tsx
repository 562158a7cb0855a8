import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary, FormFailure } from "~/components/detail-kit";
import { ConfirmPage } from "~/components/form-kit";
import { EmptyState, LinkButton, PageHeader } from "~/components/kit";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { formReply } from "~/components/forms/reply.server";
import { answerForm } from "~/form-action.server";
import type { Handle } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { redirect } from "~/redirect.server";
import { keepWork } from "~/services/console/work.server";
import { requireScope } from "~/session/scope.server";
import { asked, pageOf } from "./_parts/asked.server";
import { sendRequest } from "./_parts/take.server";
import { workPath, CONFIRM } from "./_parts/screen";

export const handle: Handle = { holds: "calls", screen: "console", crumbs: () => [{ label: "Confirm" }] };
export const meta: MetaFunction = ({ params }) => [{ title: `Confirm · Console · ${params["appName"] ?? "Cluster"}` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("console"), context);
  const at = levelRef(params["appName"]);
  const found = asked(scope, request);
  if (!found) return { at, page: null };
  return { at, page: pageOf(scope, found) };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: permissionsOf("console"),
    what: "Nothing was sent.",
    run: async ({ scope, form }) => {
      const submission = parseConfirmation(form);
      if (submission.status !== "success") return formReply(submission, { intent: CONFIRM });
      const found = asked(scope, request);
      if (!found) return formReply(submission, { intent: CONFIRM, formErrors: ["Nothing was sent: this request is no longer kept."] });
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
        <EmptyState title="This request is no longer kept" action={<LinkButton to={screenPath(at, "console")}>Open the console</LinkButton>}>
          Run it again from the console. Texts are kept for one day.
        </EmptyState>
      </>
    );
  }
  const { title, why, request, gate, name, cancelTo } = page;
  return (
    <ConfirmPage
      title={<span className="[overflow-wrap:anywhere]">Send {title}?</span>}
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

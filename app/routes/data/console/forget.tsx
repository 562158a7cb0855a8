import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/components/forms/confirm-page";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { FormBoundary } from "~/components/forms/form-boundary";
import { formReply } from "~/components/forms/reply.server";
import { LinkButton } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Name } from "~/components/ui/name";
import { PageHeader } from "~/components/ui/page/page-header";
import { answerForm } from "~/server/form-action.server";
import { countOf } from "~/lib/values/numbers";
import { type Handle, titled } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { clearSent, listSent } from "~/services/data/console/history.server";
import { getSaved, removeSaved } from "~/services/data/console/saved.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { forgetAddress } from "./_parts/console-address";
import { FORGET } from "./_parts/intents";

export const handle: Handle = { screen: "console", crumbs: () => [{ label: "Delete" }] };
export const meta = titled("Delete", "Console");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "console" }, context);
  const { saved: id } = forgetAddress.at(request).state;
  const saved = id === "" ? undefined : getSaved(scope, id);
  return {
    at: levelRef(params["appName"]),
    saved: saved?.name ?? null,
    total: listSent(scope, { page: 1, size: 1 }).total,
    isHistory: id === "",
  };
}

/** Both are the console's own: no search server is asked, and nothing of it changes. */
export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: { screen: "console" },
    what: "Nothing was deleted.",
    run: async ({ scope, form }) => {
      const submission = parseConfirmation(form);
      if (submission.status !== "success") return formReply(submission, { intent: FORGET });
      const { saved: id } = forgetAddress.at(request).state;
      const to = screenPath(scope, "console");
      if (id === "")
        return redirectWithFlash({
          request,
          to,
          text: `${countOf(clearSent(scope), "request")} deleted from the history.`,
        });
      if (!removeSaved(scope, id))
        return formReply(submission, {
          intent: FORGET,
          formErrors: ["Nothing was deleted: only who saved a request can delete it."],
        });
      return redirectWithFlash({ request, to, text: "Saved request deleted." });
    },
  });
}

export default function ForgetScreen() {
  const { at, saved, total, isHistory } = useLoaderData<typeof loader>();
  if (isHistory && total === 0) {
    return (
      <>
        <PageHeader title="Delete your history" />
        <EmptyState
          title="There is nothing to delete"
          action={<LinkButton to={screenPath(at, "console")}>Back to the console</LinkButton>}
        />
      </>
    );
  }
  const what = isHistory ? "your history" : (saved ?? "this saved request");
  return (
    <ConfirmPage
      title={<Name>Delete {what}?</Name>}
      description="This cannot be undone. The search server is not changed."
      consequences={
        <p>
          {isHistory ? `${countOf(total, "request")} that you sent from the console` : "The text of the saved request"}
        </p>
      }
      intent={FORGET}
      submitLabel={isHistory ? `Delete ${countOf(total, "request")}` : "Delete saved request"}
      cancelTo={screenPath(at, "console")}
    />
  );
}

export { FormBoundary as ErrorBoundary };

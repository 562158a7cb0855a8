import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/detail-kit";
import { ConfirmPage } from "~/components/form-kit";
import { EmptyState, LinkButton, PageHeader } from "~/components/kit";
import { parseConfirmation } from "~/components/forms/confirmation.server";
import { formReply } from "~/components/forms/reply.server";
import { answerForm } from "~/form-action.server";
import { countOf } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { clearSent, listSent } from "~/services/console/history.server";
import { getSaved, removeSaved } from "~/services/console/saved.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { forgetAddress, FORGET } from "./_parts/screen";

export const handle: Handle = { screen: "console", crumbs: () => [{ label: "Delete" }] };
export const meta: MetaFunction = ({ params }) => [{ title: `Delete · Console · ${params["appName"] ?? "Cluster"}` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("console"), context);
  const { saved: id } = forgetAddress.at(request).state;
  const saved = id === "" ? undefined : getSaved(scope, id);
  return { at: levelRef(params["appName"]), saved: saved?.name ?? null, total: listSent(scope, { page: 1, size: 1 }).total, isHistory: id === "" };
}

/** Both are the console's own: no search server is asked, and nothing of it changes. */
export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: permissionsOf("console"),
    what: "Nothing was deleted.",
    run: async ({ scope, form }) => {
      const submission = parseConfirmation(form);
      if (submission.status !== "success") return formReply(submission, { intent: FORGET });
      const { saved: id } = forgetAddress.at(request).state;
      const to = screenPath(scope, "console");
      if (id === "") return redirectWithFlash({ request, to, text: `${countOf(clearSent(scope), "request")} deleted from the history.` });
      if (!removeSaved(scope, id))
        return formReply(submission, { intent: FORGET, formErrors: ["Nothing was deleted: only who saved a request can delete it."] });
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
        <EmptyState title="There is nothing to delete" action={<LinkButton to={screenPath(at, "console")}>Back to the console</LinkButton>} />
      </>
    );
  }
  const what = isHistory ? "your history" : (saved ?? "this saved request");
  return (
    <ConfirmPage
      title={<span className="[overflow-wrap:anywhere]">Delete {what}?</span>}
      description="This cannot be undone. The search server is not changed."
      consequences={<p>{isHistory ? `${countOf(total, "request")} that you sent from the console` : "The text of the saved request"}</p>}
      intent={FORGET}
      submitLabel={isHistory ? `Delete ${countOf(total, "request")}` : "Delete saved request"}
      cancelTo={screenPath(at, "console")}
    />
  );
}

export { FormBoundary as ErrorBoundary };

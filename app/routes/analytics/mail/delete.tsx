import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/components/forms/confirm-page";
import { FormBoundary } from "~/components/forms/form-boundary";
import { Name } from "~/components/ui/name";
import { answerForm } from "~/server/form-action.server";
import { changeFailed } from "~/lib/messages/change-failed";
import { countOf } from "~/lib/values/numbers";
import { levelRef } from "~/navigation/paths";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import { toDeleteReportMail } from "~/services/analytics/report-mails/make.server";
import { deleteReportMail } from "~/services/analytics/report-mails/store.server";
import { redirectWithFlash } from "~/sessions.server";
import { requireAnalytics } from "../_parts/query.server";
import { requireMail } from "./mail-view.server";
import { reportMails } from "./thing";

const INTENT = "delete-mail";

export const handle = reportMails.beside("Delete");
export const meta: MetaFunction = () => [{ title: "Delete · Reports by mail" }];

export async function loader(args: LoaderFunctionArgs) {
  const scope = await requireAnalytics(args);
  const mail = requireMail(scope, args.request);
  const { label, credential, recipients } = mail;
  const active = recipients.filter(({ left }) => left === null).length;
  const request = shownRequest(scope, toDeleteReportMail(scope, mail));
  return {
    at: levelRef(args.params["appName"]),
    label,
    credential,
    active,
    request,
    gate: scope.may("credentials:write"),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: "analytics",
    what: "The report is still mailed.",
    run: async ({ scope }) => {
      const mail = requireMail(scope, request);
      const to = reportMails.path(scope);
      const text = `${mail.label} is no longer mailed.`;
      try {
        return redirectWithFlash({ request, to, text, changed: await change(scope, toDeleteReportMail(scope, mail)) });
      } catch (error) {
        if (!isBackendError(error, 404)) throw error;
        // Somebody deleted the credential by itself.
        deleteReportMail(scope.context.config, mail.id);
        return redirectWithFlash({
          request,
          to,
          kind: "bad",
          text: `${text} Its API credential was not deleted. ${changeFailed(error.failure)}`,
        });
      }
    },
  });
}

export default function DeleteMailScreen() {
  const { at, label, credential, active, request, gate } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={<Name>Delete {label}?</Name>}
      consequences={
        <p>
          {countOf(active, "recipient gets", "recipients get")} no more of these mails, and the list of what was sent
          goes. Its API credential {credential} is deleted.
        </p>
      }
      intent={INTENT}
      submitLabel="Delete"
      cancelTo={reportMails.path(at)}
      request={request}
      gate={gate}
    />
  );
}

export { FormBoundary as ErrorBoundary };

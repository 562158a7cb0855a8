import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary } from "~/components/forms/form-boundary";
import { unknownIntent } from "~/components/forms/reply.server";
import { EmptyState } from "~/components/ui/message/empty-state";
import { GatedLink } from "~/components/ui/message/gated";
import { Notice } from "~/components/ui/message/notice";
import { OperatorNote } from "~/components/figures/operator-note";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlaceNav } from "~/components/ui/page/place-nav";
import { DataTable } from "~/components/ui/table/data-table";
import { answerForm } from "~/server/form-action.server";
import { gateReason } from "~/lib/access-control/gate";
import { levelRef, screenPath } from "~/navigation/paths";
import { redirectWithFlash } from "~/sessions.server";
import { requireAnalytics } from "../_parts/query.server";
import { mailColumns, SEND } from "./mail-columns";
import { mailAt, mailsAt } from "./mail-view.server";
import { sendNow } from "./send-now.server";
import { NOT_SET_UP, reportMails, TO_SET_UP } from "./thing";

export const handle = reportMails.list();
export const meta = reportMails.meta();

export async function loader(args: LoaderFunctionArgs) {
  const scope = await requireAnalytics(args);
  const isSetUp = scope.context.config.mail !== null;
  return { at: levelRef(args.params["appName"]), isSetUp, mails: mailsAt(scope), gate: scope.may("credentials:write") };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: "analytics",
    what: "The report was not sent.",
    run: async ({ scope, form }) => {
      const intent = form.get("intent");
      if (typeof intent !== "string" || !intent.startsWith(SEND)) throw unknownIntent(intent);
      const to = reportMails.path(scope);
      const gate = scope.may("credentials:write");
      if (!gate.ok) return redirectWithFlash({ request, to, kind: "bad", text: gateReason(gate) });
      const mail = mailAt(scope, intent.slice(SEND.length));
      if (scope.context.config.mail === null)
        return redirectWithFlash({ request, to, kind: "bad", text: "This console has no mail server." });
      if (mail === undefined)
        return redirectWithFlash({ request, to, kind: "bad", text: "This report is no longer mailed." });
      const refused = sendNow(scope, mail);
      if (refused !== null) return redirectWithFlash({ request, to, kind: "bad", text: refused });
      return redirectWithFlash({ request, to, text: `${mail.label} is on its way.` });
    },
  });
}

export default function ReportMailsScreen() {
  const { at, isSetUp, mails, gate } = useLoaderData<typeof loader>();
  const create = isSetUp && (
    <GatedLink gate={gate} to={reportMails.path(at, { page: "new" })} label="Send by mail" tone="primary" />
  );
  return (
    <>
      <PlaceNav backTo={screenPath(at, "analytics/report")} backLabel="Weekly report" place={null} />
      <PageHeader title="Reports by mail" actions={mails.length > 0 && create} />
      {!isSetUp && (
        <>
          <Notice tone="info">{NOT_SET_UP}</Notice>
          <OperatorNote>{TO_SET_UP}</OperatorNote>
        </>
      )}
      <DataTable
        caption="Reports by mail"
        columns={mailColumns({ at, isSetUp })}
        rows={mails}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No reports by mail" action={create} />}
      />
    </>
  );
}

export { FormBoundary as ErrorBoundary };

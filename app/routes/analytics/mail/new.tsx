import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { MAIL_LIMITS } from "@common/limits/mail";
import { TextArea, TextField } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { formReply } from "~/components/forms/reply.server";
import { ScheduleFields, scheduleLabels } from "~/components/forms/schedule-fields";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { LinkButton } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/message/empty-state";
import { Notice } from "~/components/ui/message/notice";
import { OperatorNote } from "~/components/figures/operator-note";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlaceNav } from "~/components/ui/page/place-nav";
import { answerForm } from "~/server/form-action.server";
import { gateReason } from "~/lib/access-control/gate";
import { publicOrigin } from "~/lib/address/public-address.server";
import { timeZones } from "~/lib/values/time-zones.server";
import { titled } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { change } from "~/services/platform/changes/change.server";
import { toCreateReportMail } from "~/services/analytics/report-mails/make.server";
import { NO_PUBLIC_URL } from "~/services/analytics/report-mails/runner.server";
import { redirectWithFlash } from "~/sessions.server";
import { requireAnalytics } from "../_parts/query.server";
import { mailConstraint, MailSchema, type MailShape } from "./form.server";
import { mailsAt } from "./mail-view.server";
import { NOT_SET_UP, reportMails, TO_SET_UP } from "./thing";

const INTENT = "create-mail";
/** Reports that a server may have mailed. */
const MOST = MAIL_LIMITS.reportsOfServer.most;

export const handle = reportMails.beside("New");
export const meta = titled("Send by mail");

export async function loader(args: LoaderFunctionArgs) {
  const scope = await requireAnalytics(args);
  const { config } = scope.context;
  const missing = config.mail === null ? TO_SET_UP : publicOrigin(config) === null ? NO_PUBLIC_URL : null;
  return {
    at: levelRef(args.params["appName"]),
    isSetUp: missing === null,
    hasMail: config.mail !== null,
    missing,
    zone: scope.preferences.zone,
    zones: timeZones(scope.preferences.zone),
    constraint: mailConstraint,
    gate: scope.may("credentials:write"),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return answerForm(args, {
    right: "analytics",
    what: "Nothing was set up.",
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: MailSchema });
      if (submission.status !== "success") return formReply(submission, { intent: INTENT });
      if (scope.context.config.mail === null)
        return formReply(submission, { intent: INTENT, formErrors: ["This console has no mail server."] });
      if (publicOrigin(scope.context.config) === null)
        return formReply(submission, { intent: INTENT, formErrors: [NO_PUBLIC_URL] });
      if (mailsAt(scope).length >= MOST)
        return formReply(submission, {
          intent: INTENT,
          formErrors: [`${MOST} reports are mailed already. Delete one first.`],
        });
      const { origin } = new URL(request.url);
      const changed = await change(scope, toCreateReportMail(scope, { ...submission.value, origin }));
      return redirectWithFlash({
        request,
        to: reportMails.path(scope),
        text: "The report is sent every week from now on.",
        changed,
      });
    },
  });
}

export default function NewMailScreen() {
  const { at, hasMail, missing, zone, zones, constraint, gate } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<MailShape>({
    id: "new-mail",
    intent: INTENT,
    constraint,
    defaultValue: { label: `Weekly report${at.app === undefined ? "" : `, ${at.app}`}`, weekday: 1, hour: 7, zone },
  });
  const back = reportMails.path(at);
  if (missing !== null) {
    return (
      <>
        <PlaceNav backTo={back} backLabel="Reports by mail" place={null} />
        <PageHeader title="Send by mail" />
        <EmptyState
          title={hasMail ? "Reports cannot be sent yet" : NOT_SET_UP}
          action={<LinkButton to={screenPath(at, "analytics/report")}>Open the weekly report</LinkButton>}
        >
          <p>The report can be opened, downloaded and shared by a link all the same.</p>
        </EmptyState>
        <OperatorNote>{missing}</OperatorNote>
      </>
    );
  }
  return (
    <div className="max-w-form">
      <PlaceNav backTo={back} backLabel="Reports by mail" place={null} />
      <PageHeader
        title="Send by mail"
        description={`The weekly report of ${at.app ?? "all indices"}, every week, to people with and without an account.`}
      />
      {!gate.ok && (
        <Notice tone="warn">
          The report is read with an API credential of its own, which you cannot create. {gateReason(gate)}
        </Notice>
      )}
      <ServerForm form={form} intent={INTENT} labels={{ label: "Label", recipients: "Recipients", ...scheduleLabels }}>
        <TextField field={fields.label} label="Label" />
        <TextArea
          field={fields.recipients}
          label="Recipients"
          hint="E-mail addresses, one a line, at most 20. Each mail has a link to unsubscribe."
          rows={4}
        />
        <ScheduleFields fields={fields} zones={zones} hint="The report is of the week before, from Monday to Sunday." />
        <FormEnd label="Send every week" busy={busy} gate={gate} cancelTo={back} />
      </ServerForm>
    </div>
  );
}

export { FormBoundary as ErrorBoundary };

import { MAIL_LIMITS } from "@common/limits/mail";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary, PlaceNav } from "~/components/detail-kit";
import { FormEnd, SelectField, ServerForm, TextArea, TextField, useServerForm } from "~/components/form-kit";
import { formReply } from "~/components/forms/reply.server";
import { Notice, PageHeader } from "~/components/kit";
import { answerForm } from "~/form-action.server";
import { gateReason } from "~/lib/access/gate";
import type { Handle } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { publicOrigin } from "~/lib/address/public-address.server";
import { change } from "~/services/changes/change.server";
import { NO_PUBLIC_URL } from "~/services/report-mails/runner.server";
import { toCreateReportMail } from "~/services/report-mails/make.server";
import { redirectWithFlash } from "~/sessions.server";
import { requireAnalytics } from "../_parts/query.server";
import { mailConstraint, MailSchema, type MailShape } from "./form.server";
import { mailsAt } from "./mail-view.server";
import { hourText, MAIL, NOT_SET_UP, weekdays } from "./paths";

const INTENT = "create-mail";
/** Reports that a server may have mailed. */
const MOST = MAIL_LIMITS.reportsOfServer.most;

export const handle: Handle = { screen: "analytics", crumbs: ({ at }) => [{ label: "Reports by mail", to: screenPath(at, MAIL) }, { label: "New" }] };
export const meta: MetaFunction = ({ params }) => [{ title: `Send by mail · ${params["appName"] ?? "Cluster"}` }];

export async function loader(args: LoaderFunctionArgs) {
  const scope = await requireAnalytics(args);
  const { config } = scope.context;
  const missing = config.mail === null ? NOT_SET_UP : publicOrigin(config) === null ? NO_PUBLIC_URL : null;
  const isSetUp = missing === null;
  return {
    at: levelRef(args.params["appName"]),
    isSetUp,
    missing,
    zone: scope.preferences.zone,
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
      if (scope.context.config.mail === null) return formReply(submission, { intent: INTENT, formErrors: ["This console has no mail server."] });
      if (publicOrigin(scope.context.config) === null) return formReply(submission, { intent: INTENT, formErrors: [NO_PUBLIC_URL] });
      if (mailsAt(scope).length >= MOST)
        return formReply(submission, { intent: INTENT, formErrors: [`${MOST} reports are mailed already. Delete one first.`] });
      const { origin } = new URL(request.url);
      const changed = await change(scope, toCreateReportMail(scope, { ...submission.value, origin }));
      return redirectWithFlash({ request, to: screenPath(scope, MAIL), text: "The report is sent every week from now on.", changed });
    },
  });
}

export default function NewMailScreen() {
  const { at, missing, zone, constraint, gate } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<MailShape>({
    id: "new-mail",
    intent: INTENT,
    constraint,
    defaultValue: { label: `Weekly report${at.app === undefined ? "" : `, ${at.app}`}`, weekday: 1, hour: 7, zone },
  });
  const back = screenPath(at, MAIL);
  if (missing !== null) {
    return (
      <>
        <PlaceNav backTo={back} backLabel="Reports by mail" place={null} />
        <PageHeader title="Send by mail" />
        <Notice tone="info">{missing}</Notice>
      </>
    );
  }
  return (
    <div className="max-w-form">
      <PlaceNav backTo={back} backLabel="Reports by mail" place={null} />
      <PageHeader title="Send by mail" description={`The weekly report of ${at.app ?? "all indices"}, every week, to people with and without an account.`} />
      {!gate.ok && <Notice tone="warn">The report is read with an API credential of its own, which you cannot create. {gateReason(gate)}</Notice>}
      <ServerForm form={form} intent={INTENT} labels={{ label: "Label", recipients: "Recipients", weekday: "Day", hour: "Time", zone: "Time zone" }}>
        <TextField field={fields.label} label="Label" />
        <TextArea field={fields.recipients} label="Recipients" hint="E-mail addresses, one a line, at most 20. Each mail has a link to unsubscribe." rows={4} />
        <SelectField field={fields.weekday} label="Day" options={weekdays.map((label, at) => ({ value: String(at + 1), label }))} />
        <SelectField
          field={fields.hour}
          label="Time"
          hint="The report is of the week before, from Monday to Sunday."
          options={Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }))}
        />
        <TextField field={fields.zone} label="Time zone" />
        <FormEnd label="Send every week" busy={busy} gate={gate} cancelTo={back} />
      </ServerForm>
    </div>
  );
}

export { FormBoundary as ErrorBoundary };

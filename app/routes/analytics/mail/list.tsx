import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary, PlaceNav } from "~/components/detail-kit";
import { ServerForm, useServerForm } from "~/components/form-kit";
import { unknownIntent } from "~/components/forms/reply.server";
import { Button, type Column, DataTable, EmptyState, GatedLink, Notice, PageHeader, PlainLink, StatusBadge, Time } from "~/components/kit";
import { answerForm } from "~/form-action.server";
import { gateReason } from "~/lib/access/gate";
import type { Handle } from "~/navigation/handle";
import { type LevelRef, levelRef, screenPath } from "~/navigation/paths";
import { redirectWithFlash } from "~/sessions.server";
import { requireAnalytics } from "../_parts/query.server";
import { mailAt, mailsAt, type MailView } from "./mail-view.server";
import { deletePath, hourText, MAIL, NOT_SET_UP, stateNames, stateTones, weekdays } from "./paths";
import { sendNow } from "./send-now.server";

const SEND = "send ";

export const handle: Handle = { screen: "analytics", crumbs: () => [{ label: "Reports by mail" }] };
export const meta: MetaFunction = ({ params }) => [{ title: `Reports by mail · ${params["appName"] ?? "Cluster"}` }];

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
      const to = screenPath(scope, MAIL);
      const gate = scope.may("credentials:write");
      if (!gate.ok) return redirectWithFlash({ request, to, kind: "bad", text: gateReason(gate) });
      const mail = mailAt(scope, intent.slice(SEND.length));
      if (scope.context.config.mail === null) return redirectWithFlash({ request, to, kind: "bad", text: "This console has no mail server." });
      if (mail === undefined) return redirectWithFlash({ request, to, kind: "bad", text: "This report is no longer mailed." });
      const refused = sendNow(scope, mail);
      if (refused !== null) return redirectWithFlash({ request, to, kind: "bad", text: refused });
      return redirectWithFlash({ request, to, text: `${mail.label} is on its way.` });
    },
  });
}

function SendNow({ id, label }: Pick<MailView, "id" | "label">) {
  const intent = `${SEND}${id}`;
  const { form, busy } = useServerForm<Record<string, string>>({ id: `send-${id}`, intent });
  return (
    <ServerForm form={form} intent={intent} className="inline-block">
      <Button tone="plain" disabled={busy} aria-label={`Send now: ${label}`}>
        Send now
      </Button>
    </ServerForm>
  );
}

function Last({ last }: Pick<MailView, "last">) {
  if (last === null) return "Nothing sent yet";
  return (
    <>
      <StatusBadge tone={stateTones[last.state]}>{stateNames[last.state]}</StatusBadge> {last.title}, <Time value={last.at} />
      {last.reason !== null && <p className="text-13 text-muted [overflow-wrap:anywhere]">{last.reason}</p>}
      {last.nextTry !== null && (
        <p className="text-13 text-muted">
          Next try <Time value={last.nextTry} exact />
        </p>
      )}
    </>
  );
}

const columnsAt = ({ at, isSetUp }: { at: LevelRef; isSetUp: boolean }): Column<MailView>[] => [
  { key: "label", label: "Label", render: ({ label }) => <span className="[overflow-wrap:anywhere]">{label}</span> },
  { key: "last", label: "Last mail", narrow: "own", render: ({ last }) => <Last last={last} /> },
  ...(at.level === "cluster" ? [{ key: "index", label: "Index", narrow: "fact" as const, render: ({ index }: MailView) => index ?? "All indices" }] : []),
  { key: "when", label: "When", narrow: "own", render: ({ weekday, hour, zone }) => `${weekdays[weekday - 1]}, ${hourText(hour)}, ${zone}` },
  {
    key: "recipients",
    label: "Recipients",
    narrow: "own",
    render: ({ recipients }) => (
      <ul className="[overflow-wrap:anywhere]">
        {recipients.map(({ address, left }) => (
          <li key={address}>{left === null ? address : <span className="text-muted">{address} (unsubscribed)</span>}</li>
        ))}
      </ul>
    ),
  },
  { key: "person", label: "Created by", render: ({ person }) => <span className="[overflow-wrap:anywhere]">{person}</span> },
  {
    key: "actions",
    label: "Actions",
    narrow: "own",
    render: ({ id, label }) => (
      <span className="flex flex-wrap items-center gap-2">
        {isSetUp && <SendNow id={id} label={label} />}
        <PlainLink to={deletePath(at, id)} className="link" aria-label={`Delete ${label}`}>
          Delete…
        </PlainLink>
      </span>
    ),
  },
];

export default function ReportMailsScreen() {
  const { at, isSetUp, mails, gate } = useLoaderData<typeof loader>();
  const create = isSetUp && <GatedLink gate={gate} to={screenPath(at, `${MAIL}/new`)} label="Send by mail" tone="primary" />;
  return (
    <>
      <PlaceNav backTo={screenPath(at, "analytics/report")} backLabel="Weekly report" place={null} />
      <PageHeader title="Reports by mail" actions={mails.length > 0 && create} />
      {!isSetUp && <Notice tone="info">{NOT_SET_UP}</Notice>}
      <DataTable
        caption="Reports by mail"
        columns={columnsAt({ at, isSetUp })}
        rows={mails}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No reports by mail" action={create} />}
      />
    </>
  );
}

export { FormBoundary as ErrorBoundary };

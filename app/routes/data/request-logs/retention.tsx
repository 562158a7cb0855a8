import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormEnd, ServerForm, TextField, useServerForm } from "~/components/form-kit";
import { DefinitionList, FormBoundary, PlaceNav } from "~/components/detail-kit";
import { EmptyState, LinkButton, PageHeader, Time } from "~/components/kit";
import { formReply } from "~/components/forms/reply.server";
import { answerForm } from "~/form-action.server";
import type { Gate } from "~/lib/access/gate";
import { countOf, formatBytes } from "~/lib/numbers";
import type { Handle } from "~/navigation/handle";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { change } from "~/services/changes/change.server";
import { shownRequest } from "~/services/changes/shown.server";
import { getRetention, type LogLimits, toSetRetention } from "~/services/logs/retention.server";
import { requireScope, type Scope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { retentionConstraint, RetentionSchema, type RetentionShape } from "./_parts/retention-form.server";

const INTENT = "set-retention";
const NOT_SET = "The retention was not changed.";
const MB = 1024 ** 2;

export const handle: Handle = { screen: "request-logs", crumbs: () => [{ label: "Retention" }] };
export const meta: MetaFunction = () => [{ title: "Retention · Request logs · Cluster" }];

/** Who else could set it could remove what tells what he did. */
function gateOf(scope: Scope): Gate {
  const { isAdmin } = scope.identity;
  const who = "an administrator of this server";
  return isAdmin
    ? scope.may("logs:write")
    : { ok: false, because: "right", missing: "Requires an administrator", who, help: "An administrator of this server can change it." };
}

const limitsOf = ({ days, records, bytes }: LogLimits): LogLimits => ({ days, records, bytes });

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const found = await getRetention(scope);
  if (found === null) return { found: null };
  const limits = limitsOf(found);
  return { found, constraint: retentionConstraint, gate: gateOf(scope), request: shownRequest(scope, toSetRetention({ limits, before: limits })) };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: "develop",
    what: NOT_SET,
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: RetentionSchema });
      if (submission.status !== "success") return formReply(submission, { intent: INTENT });
      const before = await getRetention(scope);
      if (before === null) return formReply(submission, { intent: INTENT, formErrors: ["This server has no setting for it."] });
      const { days, records, megabytes } = submission.value;
      const changed = await change(scope, toSetRetention({ limits: { days, records, bytes: megabytes * MB }, before: limitsOf(before) }));
      const to = screenPath(clusterLevel, "request-logs/retention");
      return redirectWithFlash({ request: args.request, to, text: "Retention saved. Older requests are removed within minutes.", changed });
    },
  });
}

export default function RetentionScreen() {
  const loaded = useLoaderData<typeof loader>();
  const back = screenPath(clusterLevel, "request-logs");
  return (
    <>
      <PlaceNav backTo={back} backLabel="Request logs" place={null} />
      <PageHeader title="Retention" />
      {loaded.found === null ? (
        <EmptyState title="This server does not say how long it keeps its log" action={<LinkButton to={back}>Request logs</LinkButton>}>
          <p>ReactiveSearch servers keep 7 days, or 30 on production plans.</p>
        </EmptyState>
      ) : (
        <RetentionForm {...loaded} />
      )}
    </>
  );
}

type Found = Extract<Awaited<ReturnType<typeof loader>>, { gate: Gate }>;

function RetentionForm({ found: { days, records, bytes, held, usual }, constraint, gate, request }: Found) {
  const { form, fields, busy } = useServerForm<RetentionShape>({
    id: "retention",
    intent: INTENT,
    constraint,
    defaultValue: { days, records, megabytes: Math.round(bytes / MB) },
  });
  return (
    <div className="max-w-form">
      <div className="mb-5">
        <DefinitionList
          items={[
            { label: "In the log", value: `${countOf(held.records, "request")}, ${formatBytes(held.bytes)}` },
            { label: "Oldest request", value: held.oldest === null ? null : <Time value={held.oldest} exact /> },
            { label: "Default", value: `${countOf(usual.days, "day")}, ${countOf(usual.records, "request")}, ${formatBytes(usual.bytes)}` },
          ]}
        />
      </div>
      <ServerForm form={form} intent={INTENT} labels={{ days: "Days", records: "Requests", megabytes: "Size in MB" }}>
        <TextField field={fields.days} label="Days" type="number" hint="Requests older than this are removed." />
        <TextField field={fields.records} label="Requests" type="number" hint="The oldest are removed first, a quarter at a time." />
        <TextField field={fields.megabytes} label="Size in MB" type="number" />
        <FormEnd label="Save" busy={busy} request={request} gate={gate} cancelTo={back()} />
      </ServerForm>
    </div>
  );
}

const back = () => screenPath(clusterLevel, "request-logs");

export { FormBoundary as ErrorBoundary };

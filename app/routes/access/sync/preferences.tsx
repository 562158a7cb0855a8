import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormBoundary, PlanGatePanel } from "~/components/detail-kit";
import { FormEnd, ServerForm, TextField, useServerForm } from "~/components/form-kit";
import { formReply } from "~/components/forms/reply.server";
import { EmptyState, PageHeader } from "~/components/kit";
import { answerForm } from "~/form-action.server";
import { planGate } from "~/lib/access/plan";
import type { Handle } from "~/navigation/handle";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { change } from "~/services/changes/change.server";
import { shownRequest } from "~/services/changes/shown.server";
import { getSyncInterval, toSetSyncInterval } from "~/services/sync/preferences.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { syncConstraint, SyncSchema, type SyncShape } from "./form.server";

const INTENT = "set-sync";
const RIGHT = "access-control";

export const handle: Handle = { screen: "sync-preferences" };
export const meta: MetaFunction = () => [{ title: "Sync preferences · Cluster" }];

/** Servers of one node have nothing to read from each other; a plan that says neither of the two does not tell. */
const isAlone = ({ billingType, machines }: { billingType: string | null; machines: number | null }) =>
  billingType !== null && billingType !== "arc" && (machines ?? 1) <= 1;

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, RIGHT, context);
  const interval = await getSyncInterval(scope);
  if (interval === null) return { kind: "not-offered" as const };
  if (isAlone(scope.identity.plan)) return { kind: "alone" as const };
  const plan = planGate({ plan: scope.identity.plan, feature: "sync" });
  return {
    kind: "form" as const,
    interval,
    constraint: syncConstraint,
    gate: plan.ok ? scope.may("sync:write") : plan,
    request: shownRequest(scope, toSetSyncInterval({ interval, before: interval })),
  };
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: RIGHT,
    what: "The sync preferences were not changed.",
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: SyncSchema });
      if (submission.status !== "success") return formReply(submission, { intent: INTENT });
      const before = await getSyncInterval(scope);
      if (before === null) return formReply(submission, { intent: INTENT, formErrors: ["This server has no such setting."] });
      const { interval } = submission.value;
      const changed = await change(scope, toSetSyncInterval({ interval, before }));
      const text = `Nodes read each other's changes every ${interval} seconds.`;
      return redirectWithFlash({ request: args.request, to: screenPath(clusterLevel, "sync-preferences"), text, changed });
    },
  });
}

export default function SyncPreferencesScreen() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Sync preferences" />
      {loaded.kind === "form" ? (
        <SyncForm {...loaded} />
      ) : loaded.kind === "alone" ? (
        <EmptyState title="This server has one node">
          <p>There is nothing to synchronize. With several nodes you choose here how often they read each other's changes.</p>
        </EmptyState>
      ) : (
        <EmptyState title="This server does not offer sync preferences">
          <p>Its nodes read each other's changes at times of their own.</p>
        </EmptyState>
      )}
    </>
  );
}

type Found = Extract<Awaited<ReturnType<typeof loader>>, { kind: "form" }>;

function SyncForm({ interval, constraint, gate, request }: Found) {
  const { form, fields, busy } = useServerForm<SyncShape>({ id: "sync", intent: INTENT, constraint, defaultValue: { interval } });
  return (
    <>
      <PlanGatePanel gate={gate} />
      <ServerForm form={form} intent={INTENT} labels={{ interval: "Interval in seconds" }} className="max-w-form">
        <TextField
          field={fields.interval}
          label="Interval in seconds"
          type="number"
          hint="How often nodes read users, credentials, and rules that another node changed. Shorter means that changes are seen sooner."
        />
        <FormEnd label="Save" busy={busy} request={request} gate={gate} />
      </ServerForm>
    </>
  );
}

export { FormBoundary as ErrorBoundary };

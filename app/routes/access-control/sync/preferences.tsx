import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { TextField } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { formReply } from "~/components/forms/reply.server";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { loadServerFacts } from "../../about-server/server-facts.server";
import { ServerPage } from "../../about-server/server-page";
import { EmptyState } from "~/components/ui/message/empty-state";
import { PlanGatePanel } from "~/components/ui/message/plan-panel";
import { answerForm } from "~/server/form-action.server";
import { planGate } from "~/lib/access-control/plan";
import { type Handle, titled } from "~/navigation/handle";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { change } from "~/services/platform/changes/change.server";
import { shownRequest } from "~/services/platform/changes/shown.server";
import { getSyncInterval, toSetSyncInterval } from "~/services/access-control/sync/preferences.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { syncConstraint, SyncSchema, type SyncShape } from "./form.server";

const INTENT = "set-sync";
const RIGHT = "develop";

export const handle: Handle = { screen: "sync-preferences" };
export const meta = titled("Sync preferences");

/** Servers of one node have nothing to read from each other; a plan that says neither of the two does not tell. */
const isAlone = ({ billingType, machines }: { billingType: string | null; machines: number | null }) =>
  billingType !== null && billingType !== "arc" && (machines ?? 1) <= 1;

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, RIGHT, context);
  const interval = await getSyncInterval(scope);
  const facts = await loadServerFacts(scope, { sync: interval });
  if (interval === null) return { kind: "not-offered" as const, facts };
  if (isAlone(scope.identity.plan)) return { kind: "alone" as const, facts };
  const plan = planGate({ plan: scope.identity.plan, feature: "sync" });
  return {
    kind: "form" as const,
    facts,
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
      if (before === null)
        return formReply(submission, { intent: INTENT, formErrors: ["This server has no such setting."] });
      const { interval } = submission.value;
      const changed = await change(scope, toSetSyncInterval({ interval, before }));
      const text = `Nodes read each other's changes every ${interval} seconds.`;
      return redirectWithFlash({
        request: args.request,
        to: screenPath(clusterLevel, "sync-preferences"),
        text,
        changed,
      });
    },
  });
}

export default function SyncPreferencesScreen() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <ServerPage facts={loaded.facts} screen="sync-preferences" title="Sync preferences">
      {loaded.kind === "form" ? (
        <SyncForm {...loaded} />
      ) : loaded.kind === "alone" ? (
        <EmptyState title="This server has one node">
          <p>
            There is nothing to synchronize. With several nodes you choose here how often they read each other's
            changes.
          </p>
        </EmptyState>
      ) : (
        <EmptyState title="This server does not offer sync preferences">
          <p>Its nodes read each other's changes at times of their own.</p>
        </EmptyState>
      )}
    </ServerPage>
  );
}

type Found = Extract<Awaited<ReturnType<typeof loader>>, { kind: "form" }>;

function SyncForm({ interval, constraint, gate, request }: Found) {
  const { form, fields, busy } = useServerForm<SyncShape>({
    id: "sync",
    intent: INTENT,
    constraint,
    defaultValue: { interval },
  });
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

import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SelectField, TextField } from "~/components/forms/field";
import { FormBoundary } from "~/components/forms/form-boundary";
import { FormEnd } from "~/components/forms/form-end";
import { formReply } from "~/components/forms/reply.server";
import { ServerForm } from "~/components/forms/server-form";
import { useServerForm } from "~/components/forms/use-server-form";
import { PageHeader } from "~/components/ui/page/page-header";
import { PlaceNav } from "~/components/ui/page/place-nav";
import { answerForm } from "~/server/form-action.server";
import { plansFor, type TierPrice } from "~/lib/access-control/prices";
import { monthInWords, planPrice } from "~/lib/access-control/reckoning";
import { messages } from "~/lib/messages/user-messages";
import type { Handle } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { redirect } from "~/server/redirect.server";
import { getPayable, toSubscribe } from "~/services/billing/plan.server";
import { change } from "~/services/platform/changes/change.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { subscribeConstraint, SubscribeSchema, type SubscribeShape } from "./form.server";
import { nothingPayable, tokenHint } from "./words";

const INTENT = "subscribe";

export const handle: Handle = { screen: "billing", crumbs: () => [{ label: "Change plan" }] };
export const meta: MetaFunction = () => [{ title: "Change plan · Billing" }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "billing", context);
  const subscription = await getPayable(scope);
  if (subscription === null) throw redirect(screenPath(scope, "billing"));
  const plans = plansFor(subscription).map((plan) => ({ value: plan.tier, label: labelOf(plan) }));
  return {
    at: levelRef(params["appName"]),
    plans,
    tier: subscription.tier,
    constraint: subscribeConstraint,
    gate: scope.may("billing:write"),
  };
}

function labelOf(plan: TierPrice) {
  const price = planPrice(plan);
  return price === null ? plan.label : `${plan.label}, ${monthInWords(price)}`;
}

export async function action(args: ActionFunctionArgs) {
  return answerForm(args, {
    right: "billing",
    what: "The plan was not changed.",
    run: async ({ scope, form }) => {
      const submission = parseWithZod(form, { schema: SubscribeSchema });
      if (submission.status !== "success") return formReply(submission, { intent: INTENT });
      const before = await getPayable(scope);
      if (before === null) return formReply(submission, { intent: INTENT, formErrors: [nothingPayable] });
      const changed = await change(scope, toSubscribe({ ...submission.value, before: before.tier }));
      return redirectWithFlash({
        request: args.request,
        to: screenPath(scope, "billing"),
        text: `Subscribed. ${messages.paymentDelay}`,
        changed,
      });
    },
  });
}

export default function SubscribeScreen() {
  const { at, plans, tier, constraint, gate } = useLoaderData<typeof loader>();
  const { form, fields, busy } = useServerForm<SubscribeShape>({
    id: "subscribe",
    intent: INTENT,
    constraint,
    defaultValue: { plan: tier ?? "" },
  });
  const back = screenPath(at, "billing");
  return (
    <div className="max-w-form">
      <PlaceNav backTo={back} backLabel="Billing" place={null} />
      <PageHeader title="Change plan" />
      <ServerForm form={form} intent={INTENT} labels={{ plan: "Plan", token: "Payment token" }}>
        <SelectField field={fields.plan} label="Plan" options={plans} placeholder="Choose a plan" />
        <TextField
          field={fields.token}
          label="Payment token"
          autoComplete="off"
          spellCheck={false}
          placeholder="tok_…"
          hint={tokenHint}
        />
        <FormEnd label="Change plan" busy={busy} gate={gate} cancelTo={back} />
      </ServerForm>
    </div>
  );
}

export { FormBoundary as ErrorBoundary };

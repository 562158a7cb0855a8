import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { GatedLink } from "~/components/ui/message/gated";
import { Notice } from "~/components/ui/message/notice";
import { PageHeader } from "~/components/ui/page/page-header";
import { useReader } from "~/components/ui/reader";
import { plansFor, priceOf } from "~/lib/access-control/prices";
import { messages } from "~/lib/messages/user-messages";
import { type Handle, titled } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { demoSubscription, getSubscription } from "~/services/billing/plan.server";
import { requireScope } from "~/session/scope.server";
import { PlanCard } from "./plan-card";
import { PlansTable } from "./plans-table";
import { UsageCard } from "./usage-card";

export const handle: Handle = { screen: "billing" };
export const meta = titled("Billing");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "billing", context);
  const { demoTier, supportContact } = scope.context.config;
  const subscription = demoTier === null ? await getSubscription(scope) : demoSubscription(scope.identity.plan);
  return {
    at: levelRef(params["appName"]),
    demo: demoTier !== null,
    subscription,
    gate: scope.may("billing:write"),
    contact: supportContact,
  };
}

export default function BillingScreen() {
  const { at, demo, subscription, gate, contact } = useLoaderData<typeof loader>();
  const { siteName } = useReader();
  if (subscription === null) {
    return (
      <>
        <PageHeader title="Billing" />
        <p>This server has no billing: all of its features are available, and nothing is charged.</p>
      </>
    );
  }
  const { tier, trial, left, cancelled, billingType, answers } = subscription;
  const to = (rest: string) => screenPath(at, "billing", { rest: [rest] });
  const questions = contact === null ? "" : ` Questions? Write to ${contact}.`;
  const actions = (
    <>
      {billingType === "arc" && tier !== null && !cancelled && (
        <GatedLink gate={gate} to={to("cancel")} tone="danger-outline" label="Cancel subscription" />
      )}
      {tier !== null && <GatedLink gate={gate} to={to("payment")} label="Change payment method" />}
      <GatedLink gate={gate} to={to("subscribe")} tone="primary" label={tier === null ? "Subscribe" : "Change plan"} />
    </>
  );
  return (
    <>
      <PageHeader title="Billing" {...(!demo && { actions })} />
      {demo && (
        <div className="mb-4">
          <Notice tone="info">
            A demo plan of this console (DEMO_TIER). Nothing can be paid or changed here while it is on.
          </Notice>
        </div>
      )}
      {left !== null && left <= 0 && (
        <div className="mb-4">
          <Notice tone="warn">
            {messages.paymentRequired}. {messages.subscribe(siteName)} {messages.paymentDelay}
            {questions}
          </Notice>
        </div>
      )}
      {trial && (left ?? 0) > 0 && (
        <div className="mb-4">
          <Notice tone="info">
            You are trying this plan. Subscribe to keep its features after the trial.{questions}
          </Notice>
        </div>
      )}
      <PlanCard subscription={subscription} price={priceOf(tier)} />
      {billingType !== "arc" && tier !== null && !cancelled && !demo && (
        <p className="mb-4 max-w-text text-muted">
          To end the subscription of a hosted server, delete the server where it was created.
        </p>
      )}
      {answers !== null && <UsageCard answers={answers} gate={gate} to={to("usage")} />}
      <PlansTable plans={plansFor({ billingType, tier })} own={tier} />
    </>
  );
}

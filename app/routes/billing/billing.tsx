import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DefinitionList } from "~/components/detail-kit";
import { Card, EmptyState, GatedLink, Notice, PageHeader, Time, useReader } from "~/components/kit";
import { plansFor, priceOf } from "~/lib/access/prices";
import { countOf } from "~/lib/numbers";
import { messages } from "~/lib/user-messages";
import type { Handle } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { getSubscription } from "~/services/billing/plan.server";
import { requireScope } from "~/session/scope.server";
import { effectivePrice, PlansTable } from "./plans-table";

export const handle: Handle = { screen: "billing" };
export const meta: MetaFunction = ({ params }) => [{ title: `Billing · ${params["appName"] ?? "Cluster"}` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "billing", context);
  return {
    at: levelRef(params["appName"]),
    subscription: await getSubscription(scope),
    gate: scope.may("billing:write"),
    contact: scope.context.config.supportContact,
  };
}

export default function BillingScreen() {
  const { at, subscription, gate, contact } = useLoaderData<typeof loader>();
  const { siteName } = useReader();
  if (subscription === null) {
    return (
      <>
        <PageHeader title="Billing" />
        <EmptyState title="This server has no billing">
          <p>All of its features are available, and nothing is charged.</p>
        </EmptyState>
      </>
    );
  }
  const { tier, trial, validUntil, left, nodes, cancelled, billingType } = subscription;
  const price = priceOf(tier);
  const overdue = (left ?? 0) <= 0;
  const to = (rest: string) => screenPath(at, "billing", { rest: [rest] });
  return (
    <>
      <PageHeader
        title="Billing"
        actions={
          <>
            {billingType === "arc" && tier !== null && !cancelled && (
              <GatedLink gate={gate} to={to("cancel")} tone="danger-outline" label="Cancel subscription" />
            )}
            {tier !== null && <GatedLink gate={gate} to={to("payment")} label="Change payment method" />}
            <GatedLink gate={gate} to={to("subscribe")} tone="primary" label={tier === null ? "Subscribe" : "Change plan"} />
          </>
        }
      />
      {overdue && (
        <div className="mb-4">
          <Notice tone="warn">
            {messages.paymentRequired}. {messages.subscribe(siteName)} {messages.paymentDelay}
            {contact !== null && ` Questions? Write to ${contact}.`}
          </Notice>
        </div>
      )}
      <Card className="mb-6">
        <DefinitionList
          items={[
            { label: "Plan", value: `${price?.label ?? tier ?? "Free"}${trial ? " (trial)" : ""}` },
            { label: "Valid until", value: validUntil === null ? null : <Time value={validUntil} exact /> },
            { label: "Time left", value: left === null ? null : overdue ? "None, the plan has expired" : countOf(Math.ceil(left / 86_400_000), "day") },
            { label: "Nodes", value: nodes },
            { label: "Effective price", value: effectivePrice({ price, nodes, billingType }) },
            { label: "Status", value: cancelled ? "Cancelled: it ends with the time that is paid" : null },
          ]}
        />
      </Card>
      {billingType !== "arc" && tier !== null && !cancelled && (
        <p className="mb-4 max-w-text text-muted">To end the subscription of a hosted server, delete the server where it was created.</p>
      )}
      <PlansTable plans={plansFor({ billingType, tier })} own={tier} />
    </>
  );
}

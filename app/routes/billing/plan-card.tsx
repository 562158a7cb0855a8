import { Card } from "~/components/ui/card";
import { DefinitionList } from "~/components/ui/definition-list";
import { Time } from "~/components/ui/time";
import type { TierPrice } from "~/lib/access-control/prices";
import { effectivePrice } from "~/lib/access-control/reckoning";
import { countOf } from "~/lib/values/numbers";
import type { Subscription } from "~/services/billing/plan.server";

const types: Record<string, string> = {
  arc: "Self-hosted gateway",
  hosted_arc: "Hosted gateway",
  cluster: "Hosted cluster",
};
const DAY = 86_400_000;

function leftInWords({ left, trial }: Pick<Subscription, "left" | "trial">) {
  if (left === null) return null;
  return left <= 0 ? `None, the ${trial ? "trial" : "plan"} has expired` : countOf(Math.ceil(left / DAY), "day");
}

/** What one has, and what it costs. */
export function PlanCard({ subscription, price }: { subscription: Subscription; price: TierPrice | undefined }) {
  const { tier, trial, trialUntil, validUntil, nodes, cancelled, billingType, description } = subscription;
  const time = (value: number | null) => (value === null ? null : <Time value={value} exact />);
  return (
    <Card className="mb-6">
      <DefinitionList
        items={[
          { label: "Plan", value: `${price?.label ?? tier ?? "Free"}${trial ? " (trial)" : ""}` },
          { label: "Tier", value: tier },
          { label: "Billed as", value: billingType === null ? null : (types[billingType] ?? billingType) },
          { label: "Valid until", value: time(validUntil) },
          { label: "Trial ends", value: time(trialUntil) },
          { label: "Time left", value: leftInWords(subscription) },
          { label: "Nodes", value: nodes },
          { label: "Effective price", value: effectivePrice({ price, nodes }) },
          { label: "Description", value: description === "" ? null : description },
          { label: "Status", value: cancelled ? "Cancelled: it ends with the time that is paid" : null },
        ]}
      />
    </Card>
  );
}

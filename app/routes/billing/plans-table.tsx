import { type Column, DataTable, StatusBadge } from "~/components/kit";
import type { Price, TierPrice } from "~/lib/access/prices";
import { countOf, formatNumber } from "~/lib/numbers";

const dollars = (value: number | null) => (value === null ? null : `$${formatNumber(value, 4)}`);

function spoken({ month, hour }: Price) {
  return [month === null ? "" : `$${formatNumber(month)} per month`, hour === null ? "" : `$${formatNumber(hour, 4)} per hour`].filter(Boolean).join(", ");
}

/** What a plan costs as it is used: clusters by node and hour, others by hour (contract 10, 5.5). */
export function effectivePrice({
  price,
  nodes,
  billingType,
}: {
  price: TierPrice | undefined;
  nodes: number | null;
  billingType: string | null;
}): string | null {
  const known = price?.month === null && price.older ? price.older : price;
  if (known === undefined) return null;
  if (known.month === null) return "On request";
  if (billingType !== "cluster" || nodes === null || nodes === 0) return spoken(known);
  const hour = known.hour === null ? "" : `, $${formatNumber(known.hour, 4)} per node and hour`;
  return `$${formatNumber(known.month)} per month for ${countOf(nodes, "node")}${hour}`;
}

const columnsOf = (own: string | null): Column<TierPrice>[] => [
  {
    key: "plan",
    label: "Plan",
    render: ({ label, tier }) => (
      <>
        {label} <span className="text-12 text-faint">{tier}</span> {tier === own && <StatusBadge tone="good">Your plan</StatusBadge>}
      </>
    ),
  },
  { key: "month", label: "Per month", align: "right", narrow: "named", render: ({ month, older }) => dollars(month) ?? (older ? null : "On request") },
  { key: "hour", label: "Per hour", align: "right", narrow: "named", render: ({ hour }) => dollars(hour) },
  { key: "older", label: "Older list", narrow: "named", render: ({ older }) => (older ? spoken(older) : null) },
];

/** The plans that one may choose among, with their prices. */
export function PlansTable({ plans, own }: { plans: readonly TierPrice[]; own: string | null }) {
  return (
    <section aria-labelledby="plans-title">
      <h2 id="plans-title" className="mb-3 text-16 font-semibold">
        Plans
      </h2>
      <DataTable caption="Plans and prices in US dollars" columns={columnsOf(own)} rows={plans} rowKey={({ tier }) => tier} plain />
      <p className="mt-2 max-w-text text-13 text-muted">
        US dollars, for information. Two price lists are in use: that of the current dashboards, and an older one, shown where it says something else. Prices
        per hour of clusters are per node in the current list, for all three nodes in the older one. What you pay is what your contract says.
      </p>
    </section>
  );
}

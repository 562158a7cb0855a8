import { StatusBadge } from "~/components/ui/message/status-badge";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import type { TierPrice } from "~/lib/access-control/prices";
import { MONTH_HOURS, planPrice, reckon, type Reckoned } from "~/lib/access-control/reckoning";
import { formatNumber } from "~/lib/values/numbers";

/** Of the whole plan, with as many digits in each row. */
function hourOf(price: Reckoned | null) {
  if (price === null || price.hour === null) return null;
  return `$${(price.hour * (price.nodes ?? 1)).toFixed(3)}`;
}

function monthOf(price: TierPrice) {
  const known = reckon(price);
  if (known !== null) return `$${formatNumber(known.month)}`;
  return planPrice(price) === null ? "On request" : null;
}

const columnsOf = (own: string | null): Column<TierPrice>[] => [
  {
    key: "plan",
    label: "Plan",
    render: ({ label, tier }) => (
      <>
        {label} {tier === own && <StatusBadge tone="good">Your plan</StatusBadge>}
      </>
    ),
  },
  { key: "month", label: "Per month", align: "right", narrow: "named", render: monthOf },
  { key: "hour", label: "Per hour", align: "right", narrow: "named", render: (price) => hourOf(reckon(price)) },
];

/** The plans that one may choose among, with their prices. */
export function PlansTable({ plans, own }: { plans: readonly TierPrice[]; own: string | null }) {
  return (
    <section aria-labelledby="plans-title">
      <h2 id="plans-title" className="mb-3 text-16 font-semibold">
        Plans
      </h2>
      <DataTable
        caption="Plans and prices in US dollars"
        columns={columnsOf(own)}
        rows={plans}
        rowKey={({ tier }) => tier}
        plain
      />
      <p className="mt-2 max-w-text text-13 text-muted">
        US dollars, for information: a month has {MONTH_HOURS} hours. What you pay is what your contract says.
      </p>
    </section>
  );
}

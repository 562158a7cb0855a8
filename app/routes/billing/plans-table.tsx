import { StatusBadge } from "~/components/ui/message/status-badge";
import { type Column, DataTable } from "~/components/ui/table/data-table";
import type { TierPrice } from "~/lib/access-control/prices";
import {
  MONTH_HOURS,
  otherPrice,
  planPrice,
  priceInWords,
  reckon,
  type Reckoned,
} from "~/lib/access-control/reckoning";
import { countOf, formatNumber } from "~/lib/values/numbers";

function hourOf(price: Reckoned | null) {
  if (price === null || price.hour === null) return null;
  return `$${formatNumber(price.hour, 4)}${price.nodes === null ? "" : ` per node, ${countOf(price.nodes, "node")}`}`;
}

function monthOf(price: TierPrice) {
  const known = reckon(price);
  if (known !== null) return `$${formatNumber(known.month)}`;
  return planPrice(price) === null ? "On request" : null;
}

const olderColumn: Column<TierPrice> = {
  key: "older",
  label: "Older list",
  narrow: "named",
  render: (price) => {
    const other = otherPrice(price);
    return other ? priceInWords(other) : null;
  },
};

const columnsOf = ({ own, older }: { own: string | null; older: boolean }): Column<TierPrice>[] => [
  {
    key: "plan",
    label: "Plan",
    render: ({ label, tier }) => (
      <>
        {label} <span className="text-12 text-faint">{tier}</span>{" "}
        {tier === own && <StatusBadge tone="good">Your plan</StatusBadge>}
      </>
    ),
  },
  { key: "month", label: "Per month", align: "right", narrow: "named", render: monthOf },
  { key: "hour", label: "Per hour", align: "right", narrow: "named", render: (price) => hourOf(reckon(price)) },
  ...(older ? [olderColumn] : []),
];

/** The plans that one may choose among, with their prices. */
export function PlansTable({ plans, own }: { plans: readonly TierPrice[]; own: string | null }) {
  const older = plans.some((plan) => otherPrice(plan) !== undefined);
  return (
    <section aria-labelledby="plans-title">
      <h2 id="plans-title" className="mb-3 text-16 font-semibold">
        Plans
      </h2>
      <DataTable
        caption="Plans and prices in US dollars"
        columns={columnsOf({ own, older })}
        rows={plans}
        rowKey={({ tier }) => tier}
        plain
      />
      <p className="mt-2 max-w-text text-13 text-muted">
        US dollars, for information: a month has {MONTH_HOURS} hours.{" "}
        {older &&
          "Two price lists are in use: that of the current dashboards, and an older one, shown where it says something else. "}
        What you pay is what your contract says.
      </p>
    </section>
  );
}

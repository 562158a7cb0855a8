import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { chartAddress, ChartPanel, Dashboard } from "~/components/chart-kit";
import { SettledPanel, useAddress } from "~/components/kit";
import { DateRangePicker } from "~/components/ui/filter/date-range";
import { rangeOf } from "~/lib/address/range-of";
import type { Handle } from "~/navigation/handle";
import { leaveLongAddress } from "~/redirect.server";
import { getDataUsage } from "~/services/cluster/data-usage.server";
import { mapPanel, panel } from "~/services/http/settle.server";
import { listCountedIndices } from "~/services/indices/counted.server";
import { requireAnalytics } from "../_parts/query.server";
import { dataUsageAddress, usagePresets } from "./data-usage-address";
import { drawUsage, usageOf } from "./data-usage.server";
import { UsageCards, UsageTable } from "./usage-table";

export const handle: Handle = { screen: "data-usage" };
export const meta: MetaFunction = () => [{ title: "Data usage · Cluster" }];

export async function loader(args: LoaderFunctionArgs) {
  const { request } = args;
  const scope = await requireAnalytics(args);
  const here = dataUsageAddress.at(request);
  leaveLongAddress(request, here);
  const { zone } = scope.preferences;
  const range = rangeOf(here.state.range, { zone, now: Date.now() });
  const { hide } = chartAddress.at(request).state;
  const late = { request, requestId: scope.context.requestId };
  const [grown, indices] = await Promise.all([panel(getDataUsage(scope, range), late), panel(listCountedIndices(scope), late)]);
  return {
    range,
    grown: mapPanel(grown, (points) => points && drawUsage(points, { zone: range.zone, hide })),
    indices: mapPanel(indices, (rows) => usageOf(rows, here.state)),
    links: scope.can("overview"),
  };
}

export default function DataUsageScreen() {
  const { range, grown, indices, links } = useLoaderData<typeof loader>();
  const here = useAddress(dataUsageAddress);
  // Nothing else on the page is about a time.
  const isAbsent = "ok" in grown && grown.ok && grown.value === null;
  return (
    <Dashboard
      title="Data usage"
      headingLevel="h1"
      range={!isAbsent && <DateRangePicker here={here} range={range} offered={usagePresets} />}
      cards={
        <SettledPanel of={indices} what="Figures">
          {({ totals }) => <UsageCards totals={totals} />}
        </SettledPanel>
      }
    >
      <div className="large:col-span-2">
        <ChartPanel
          of={grown}
          title="Data"
          permission="Analytics"
          absent="This server keeps no record of how its data grew; below is what its indices take now."
          empty="No data in this period."
        />
      </div>
      <SettledPanel of={indices} what="Indices">
        {(usage) => <UsageTable usage={usage} links={links} />}
      </SettledPanel>
    </Dashboard>
  );
}

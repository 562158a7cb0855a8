import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FiguresPage } from "~/components/figures/figures-page";
import { useAddress } from "~/components/ui/filter/use-address";
import { SettledPanel } from "~/components/ui/page/settled-panel";
import { type Handle, titled } from "~/navigation/handle";
import { getDataUsage } from "~/services/analytics/data-usage.server";
import { mapPanel, panel } from "~/services/platform/http/settle.server";
import { listCountedIndices } from "~/services/indices/counted.server";
import { openFigures } from "../_parts/figures-page.server";
import { dataUsageAddress, usagePresets } from "./data-usage-address";
import { drawUsage, usageOf } from "./data-usage.server";
import { UsageCards, UsageTable } from "./usage-table";

export const handle: Handle = { screen: "data-usage" };
export const meta = titled("Data usage");

export async function loader(args: LoaderFunctionArgs) {
  const { scope, here, range, hide } = await openFigures(args, dataUsageAddress);
  const late = { request: args.request, requestId: scope.context.requestId };
  const [grown, indices] = await Promise.all([
    panel(getDataUsage(scope, range), late),
    panel(listCountedIndices(scope), late),
  ]);
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
    <FiguresPage
      title="Data usage"
      here={here}
      range={isAbsent ? null : range}
      offered={usagePresets}
      cards={
        <SettledPanel of={indices} what="Figures">
          {({ totals }) => <UsageCards totals={totals} />}
        </SettledPanel>
      }
      {...(!isAbsent && { chart: { of: grown, title: "Data", empty: "No data in this period." } })}
    >
      <SettledPanel of={indices} what="Indices">
        {(usage) => (
          <UsageTable
            usage={usage}
            links={links}
            note={isAbsent ? "as they are now; this server keeps no record of their growth" : undefined}
          />
        )}
      </SettledPanel>
    </FiguresPage>
  );
}

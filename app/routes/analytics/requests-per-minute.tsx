import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Fact } from "~/components/figures/facts-line";
import { FiguresPage } from "~/components/figures/figures-page";
import { percentOf } from "~/components/figures/rate";
import { useAddress } from "~/components/ui/filter/use-address";
import { momentsOf } from "~/lib/address/date-range";
import { countOf, formatNumber } from "~/lib/values/numbers";
import { type Handle, titled } from "~/navigation/handle";
import { getRequests } from "~/services/analytics/requests.server";
import { mapPanel, panel } from "~/services/platform/http/settle.server";
import { requestsAddress } from "./_parts/analytics-address";
import { drawRequests } from "./_parts/draw/requests.server";
import { openFigures } from "./_parts/figures-page.server";
import { toFailed } from "./_parts/to-logs.server";

export const handle: Handle = { screen: "requests-per-minute" };
export const meta = titled("Requests per minute");

export async function loader(args: LoaderFunctionArgs) {
  const { scope, here, range, hide, late, page } = await openFigures(args, requestsAddress);
  const found = await panel(getRequests(scope, range), late);
  const drawn = mapPanel(found, (requests) => requests && drawRequests(requests, { range, hide }));
  return {
    page,
    chart: mapPanel(drawn, (one) => one && one.chart),
    facts: mapPanel(drawn, (one) =>
      one === null || one.total === 0 ? [] : factsOf(one, toFailed(scope, here.state.range)),
    ),
  };
}

type Counts = Pick<ReturnType<typeof drawRequests>, "total" | "failed" | "peak">;

const factsOf = ({ total, failed, peak }: Counts, failures: string | undefined): Fact[] => [
  { text: countOf(total, "request") },
  ...(peak === null ? [] : [{ text: `peak ${formatNumber(peak, 1)} per minute` }]),
  failed === 0
    ? { text: "none failed" }
    : { text: `${formatNumber(failed)} failed (${percentOf((failed / total) * 100)})`, to: failures },
];

export default function RequestsPerMinuteScreen() {
  const { page, chart, facts } = useLoaderData<typeof loader>();
  const here = useAddress(requestsAddress);
  return (
    <FiguresPage
      title="Requests per minute"
      here={here}
      range={page.range}
      share={{ at: page.at, screen: "requests-per-minute" }}
      facts={facts}
      chart={{
        of: chart,
        title: "Requests per minute",
        empty: "No requests in this period.",
        zoomTo: (span) => here.href({ range: momentsOf(span) }),
      }}
    />
  );
}

import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { chartAddress, ChartPanel, Dashboard } from "~/components/chart-kit";
import { ListFilters, PlainLink, useAddress } from "~/components/kit";
import { DateRangePicker } from "~/components/ui/filter/date-range";
import { momentsOf } from "~/lib/address/date-range";
import type { Handle } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { leaveLongAddress } from "~/redirect.server";
import { getErrorReasons, getPercentiles, getSlowestRoutes } from "~/services/logs/figures.server";
import { mapPanel, panel } from "~/services/http/settle.server";
import { kinds, statuses } from "~/services/logs/words";
import { requireScope } from "~/session/scope.server";
import { drawLatency, drawStatuses } from "./_parts/draw-figures.server";
import { ErrorReasons, SlowRoutes } from "./_parts/figure-tables";
import { queryOf } from "./_parts/load-list.server";
import { logFigures } from "./_parts/logs-address";

export const handle: Handle = { screen: "request-logs", crumbs: () => [{ label: "Performance" }] };
export const meta: MetaFunction = ({ params }) => [{ title: `Performance · Request logs · ${params["appName"] ?? "Cluster"}` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const here = logFigures.at(request);
  leaveLongAddress(request, here);
  const { range, query } = queryOf(scope, here.state);
  const late = { request, requestId: scope.context.requestId };
  const list = screenPath(scope, "request-logs");
  const look = {
    zone: scope.preferences.zone,
    hide: chartAddress.at(request).state.hide,
    linkTo: (span: { from: number; to: number }) => `${list}${here.href({ range: momentsOf(span) })}`,
  };
  const [found, routes, errors] = await Promise.all([
    panel(getPercentiles(scope, query), late),
    panel(getSlowestRoutes(scope, query), late),
    panel(getErrorReasons(scope, query), late),
  ]);
  return {
    at: levelRef(params["appName"]),
    range,
    latency: mapPanel(found, (figures) => figures && drawLatency(figures, look)),
    statuses: mapPanel(found, (figures) => figures && drawStatuses(figures, look)),
    routes,
    errors,
  };
}

const absent = "This server has no such report.";

export default function PerformanceScreen() {
  const { at, range, latency, statuses: rates, routes, errors } = useLoaderData<typeof loader>();
  const here = useAddress(logFigures);
  const list = screenPath(at, "request-logs");
  const zoomTo = (span: { from: number; to: number }) => here.href({ range: momentsOf(span) });
  const chart = { permission: "Develop", absent, empty: "No requests in this period.", zoomTo };
  return (
    <>
      <nav aria-label="List" className="place-nav">
        <PlainLink to={`${list}${here.href()}`} className="link back">
          Request logs
        </PlainLink>
      </nav>
      <Dashboard
        title="Performance"
        headingLevel="h1"
        range={<DateRangePicker here={here} range={range} />}
        filters={
          <div className="w-full">
            <ListFilters
              here={here}
              filters={[
                { name: "text", label: "Words in path or body", chip: (text) => `Contains ${text}` },
                { name: "kind", label: "Type of request", options: kinds, any: "All requests", chip: (kind) => `Only ${kind}` },
                { name: "user", label: "User or credential", chip: (name) => `By ${name}` },
                { name: "status", label: "Status", options: statuses, any: "Any status", chip: (status) => `Status ${status}` },
                { name: "address", label: "Address", chip: (address) => `From ${address}` },
              ]}
              further={(["route", "reason"] as const).flatMap((name) => (here.state[name] === "" ? [] : [{ name, label: here.state[name] }]))}
            />
          </div>
        }
      >
        <ChartPanel of={latency} title="Latency" {...chart} />
        <ChartPanel of={rates} title="Status rates" {...chart} />
        <SlowRoutes of={routes} absent={absent} linkTo={(route) => `${list}${here.href({ route })}`} />
        <ErrorReasons of={errors} absent={absent} linkTo={(reason) => `${list}${here.href({ reason })}`} />
      </Dashboard>
    </>
  );
}

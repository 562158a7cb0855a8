import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { chartAddress } from "~/components/charts/chart-address";
import { ChartPanel } from "~/components/charts/chart-panel";
import { FiguresPage } from "~/components/figures/figures-page";
import { ListFilters } from "~/components/ui/filter/list-filters";
import { useAddress } from "~/components/ui/filter/use-address";
import { momentsOf } from "~/lib/address/date-range";
import { type Handle, titled } from "~/navigation/handle";
import { levelRef, screenPath } from "~/navigation/paths";
import { leaveLongAddress } from "~/server/redirect.server";
import { mapPanel, panel } from "~/services/platform/http/settle.server";
import { getErrorReasons, getPercentiles, getSlowestRoutes } from "~/services/data/logs/figures.server";
import { kinds, statuses } from "~/services/data/logs/words";
import { requireScope } from "~/session/scope.server";
import { queryOf } from "../_parts/logs/load-list.server";
import { logFigures } from "../_parts/logs/logs-address";
import { drawLatency, drawStatuses } from "./_parts/draw-figures.server";
import { ErrorReasons, SlowRoutes } from "./_parts/figure-tables";

export const handle: Handle = { screen: "request-logs", crumbs: () => [{ label: "Performance" }] };
export const meta = titled("Performance", "Request logs");

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
  const chart = { actionName: "Develop", absent, empty: "No requests in this period.", zoomTo };
  return (
    <FiguresPage
      title="Performance"
      back={{ to: `${list}${here.href()}`, label: "Request logs" }}
      here={here}
      range={range}
      filters={
        <ListFilters
          here={here}
          filters={[
            { name: "text", label: "Words in path or body", chip: (text) => `Contains ${text}` },
            {
              name: "kind",
              label: "Type of request",
              options: kinds,
              any: "All requests",
              chip: (kind) => `Only ${kind}`,
            },
            { name: "user", label: "User or credential", chip: (name) => `By ${name}` },
            {
              name: "status",
              label: "Status",
              options: statuses,
              any: "Any status",
              chip: (status) => `Status ${status}`,
            },
            { name: "address", label: "Address", chip: (address) => `From ${address}` },
          ]}
          further={(["route", "reason"] as const).flatMap((name) =>
            here.state[name] === "" ? [] : [{ name, label: here.state[name] }],
          )}
        />
      }
    >
      <ChartPanel of={latency} title="Latency" {...chart} />
      <ChartPanel of={rates} title="Status rates" {...chart} />
      <SlowRoutes of={routes} absent={absent} linkTo={(route) => `${list}${here.href({ route })}`} />
      <ErrorReasons of={errors} absent={absent} linkTo={(reason) => `${list}${here.href({ reason })}`} />
    </FiguresPage>
  );
}

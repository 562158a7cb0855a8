import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PageHeader } from "~/components/kit";
import type { Handle } from "~/navigation/handle";
import { levelRef } from "~/navigation/paths";
import { permissionsOf } from "~/navigation/sections";
import { leaveLongAddress, leavePageBehind } from "~/redirect.server";
import { loadIndexChoice } from "~/routes/_levels/choose.server";
import { IndexChooser } from "~/routes/_levels/index-chooser";
import { byLatency, DEEPEST, listLogs } from "~/services/logs/list.server";
import { requireScope } from "~/session/scope.server";
import { queryOf } from "./_parts/load-list.server";
import { logList } from "./_parts/logs-address";
import { RequestList } from "./_parts/request-list";

export const handle: Handle = { screen: "request-logs" };
export const meta: MetaFunction = ({ params }) => [{ title: `Request logs · ${params["appName"] ?? "Cluster"}` }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, permissionsOf("request-logs"), context);
  // Who is held to some indices may not read the log of all.
  if (scope.level === "cluster" && scope.identity.heldTo !== null) return { choice: await loadIndexChoice(scope, request) };
  const here = logList.at(request);
  leaveLongAddress(request, here);
  const { page, size } = here.state;
  const { range, query } = queryOf(scope, here.state);
  const lastPage = Math.floor(DEEPEST / size);
  const shown = Math.min(page, lastPage);
  const found = await listLogs(scope, { query, from: (shown - 1) * size, size });
  leavePageBehind(request, { here, total: found.total, lastPage });
  return {
    choice: undefined,
    ...found,
    range,
    at: levelRef(params["appName"]),
    timed: byLatency(query),
    first: (shown - 1) * size,
    lastPage,
    deepest: DEEPEST,
  };
}

export default function RequestLogsScreen() {
  const loaded = useLoaderData<typeof loader>();
  if (loaded.choice === undefined) return <RequestList {...loaded} />;
  return (
    <>
      <PageHeader title="Request logs" description="Choose an index" />
      <IndexChooser choice={loaded.choice} screen="request-logs" />
    </>
  );
}

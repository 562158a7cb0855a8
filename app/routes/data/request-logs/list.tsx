import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type Handle, titled } from "~/navigation/handle";
import { levelRef } from "~/navigation/paths";
import { leaveLongAddress, leavePageBehind } from "~/server/redirect.server";
import { byLatency, DEEPEST, listLogs } from "~/services/data/logs/list.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { queryOf } from "../_parts/logs/load-list.server";
import { logList } from "../_parts/logs/logs-address";
import { RequestList } from "./_parts/request-list";

export const handle: Handle = { screen: "request-logs" };
export const meta = titled("Request logs");

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  // Who is held to some indices may not read the log of all.
  if (scope.level === "cluster" && scope.identity.heldTo !== null)
    throw redirectWithFlash({ request, to: "/indices", kind: "info", text: "Open an index to see its requests." });
  const here = logList.at(request);
  leaveLongAddress(request, here);
  const { page, size } = here.state;
  const { range, query } = queryOf(scope, here.state);
  const lastPage = Math.floor(DEEPEST / size);
  const shown = Math.min(page, lastPage);
  const found = await listLogs(scope, { query, from: (shown - 1) * size, size });
  leavePageBehind(request, { here, total: found.total, lastPage });
  return {
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
  return <RequestList {...useLoaderData<typeof loader>()} />;
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Handle } from "~/navigation/handle";
import { getJobs } from "~/services/platform/jobs/jobs.server";
import { requireJobRowOrOwn } from "~/services/platform/jobs/rights.server";
import { requireScope } from "~/session/scope.server";
import { jobView } from "../../data/_parts/jobs/job-view.server";
import { isLive, jobEvents } from "../job-events.server";

export const handle: Handle = { holds: "events" };

/** A page of jobs lists no more. */
const MOST = 25;

/**
 * How far some jobs are (`?ids=a,b`), as server-sent events, each the views of all of them. Ends with the last of them,
 * or with the right to see one.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  // Links of the views are those of the level that the page is on.
  const [, index] = /^\/app\/([^/]+)\//.exec(url.searchParams.get("at") ?? "") ?? [];
  const scope = await requireScope(
    request,
    index === undefined ? {} : { appName: decodeURIComponent(index) },
    "develop",
    context,
  );
  const ids = [...new Set((url.searchParams.get("ids") ?? "").split(","))].slice(0, MOST);
  const { table, runner } = getJobs(scope.context);
  const ask = () => Promise.all(ids.map((jobId) => requireJobRowOrOwn({ scope, jobId })));
  await ask();

  function views() {
    const found = ids.flatMap((id) => table.get(id) ?? []).map((row) => jobView({ scope, row }));
    return { data: found, isLast: !found.some(({ state }) => isLive(state)) };
  }

  return jobEvents({ request, views, ask, subscribe: (listener) => runner.subscribe({ listener }) });
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Handle } from "~/navigation/handle";
import { jobPageView } from "../../data/_parts/imports/job-view.server";
import { getImports, requireJobOrOwn } from "~/services/data/import/imports.server";
import { requireScope } from "~/session/scope.server";
import { isLive, jobEvents } from "../job-events.server";

export const handle: Handle = { holds: "events" };

/**
 * The progress of an import as server-sent events, each the whole view of its page. Ends with the import, or with the
 * right to see it.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const seen = await requireJobOrOwn({ scope, jobId: params["jobId"] });
  const { job } = seen;
  const { runner } = getImports(scope.context);

  function views() {
    const data = jobPageView({ scope, ...seen });
    return { data, isLast: !isLive(data.state) };
  }
  async function ask() {
    seen.asked = (await requireJobOrOwn({ scope, jobId: job.id })).asked;
  }

  return jobEvents({ request, views, ask, subscribe: (listener) => runner.subscribe({ id: job.id, listener }) });
}

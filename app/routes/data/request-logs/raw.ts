import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireScope } from "~/session/scope.server";
import { rawRecord } from "./_parts/log-view.server";
import { requireLog } from "./_parts/require-log.server";

/** A record of the request log whole, secrets masked; as plain text, so that no browser makes a page of it. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  return new Response(rawRecord(await requireLog(scope, params["logId"] ?? "")), {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
}

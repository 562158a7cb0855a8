import type { LoaderFunctionArgs } from "@remix-run/node";
import { stringifyJson } from "@common/text/json";
import { indexOf } from "~/services/indices/get.server";
import { getMapping } from "~/services/indices/mappings/get.server";
import { requireScope } from "~/session/scope.server";

/** The whole mapping of an index as JSON; as plain text, so that no browser makes a page of it. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  return new Response(stringifyJson(await getMapping(scope, indexOf(scope)), 2), {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
}

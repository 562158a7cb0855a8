import type { LoaderFunctionArgs } from "@remix-run/node";
import { indexOf } from "~/services/indices/get.server";
import { getSettings, settingsText } from "~/services/indices/settings/get.server";
import { requireScope } from "~/session/scope.server";

/** The settings of an index that can be changed, as JSON; as plain text, so that no browser makes a page of it. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const { set } = await getSettings(scope, indexOf(scope));
  return new Response(settingsText(set), {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
}

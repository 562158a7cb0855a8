import type { LoaderFunctionArgs } from "@remix-run/node";
import { templateText } from "~/services/indices/templates/read.server";
import { requireScope } from "~/session/scope.server";
import { requireTemplate, templateRef } from "./editable.server";

/** A template as JSON; as plain text, so that no browser makes a page of it. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  return new Response(templateText(await requireTemplate(scope, templateRef(request))).text, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
}

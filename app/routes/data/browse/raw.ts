import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireDocument } from "~/services/data/documents/get.server";
import { requireScope } from "~/session/scope.server";
import { documentRef } from "./_parts/document.server";

/** The stored text of a document and nothing else; as plain text, so that no browser makes a page of it. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const { source } = await requireDocument(scope, documentRef(request, scope));
  return new Response(source, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
}

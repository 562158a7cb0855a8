import type { LoaderFunctionArgs } from "@remix-run/node";
import { testsOf } from "~/services/search-relevance/relevance-tests/changes.server";
import { fileOf } from "~/services/search-relevance/relevance-tests/file.server";
import { listRelevanceTests } from "~/services/search-relevance/relevance-tests/store.server";
import { openTests } from "./_parts/form.server";

/** All relevance tests of an index: what the import and `npm run relevance-tests` take. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { scope, index } = await openTests(request, params, context);
  const name = `${[...index].slice(0, 100).join("")}-relevance-tests.json`;
  return new Response(fileOf(index, listRelevanceTests(scope.context.config, testsOf(scope, index))), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name.replace(/[^\w.-]+/g, "_")}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, "_")}`,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
}

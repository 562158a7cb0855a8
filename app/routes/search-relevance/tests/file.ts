import type { LoaderFunctionArgs } from "@remix-run/node";
import { testsOf } from "~/services/search-relevance/relevance-tests/changes.server";
import { fileOf } from "~/services/search-relevance/relevance-tests/file.server";
import { judgmentsCsv, judgmentsJson } from "~/services/search-relevance/relevance-tests/judgments.server";
import { type StoredTest, listRelevanceTests } from "~/services/search-relevance/relevance-tests/store.server";
import { openTests } from "./_parts/form/form.server";

type Written = { name: string; type: string; text: (index: string, tests: readonly StoredTest[]) => string };

const formats: Readonly<Record<"tests" | "csv" | "workbench", Written>> = {
  tests: { name: "relevance-tests.json", type: "application/json", text: fileOf },
  csv: { name: "judgments.csv", type: "text/csv", text: (_, tests) => judgmentsCsv(tests) },
  workbench: { name: "judgments.json", type: "application/json", text: judgmentsJson },
};

/**
 * All relevance tests of an index: what the import and `npm run relevance-tests` take; with `as=csv` or `as=workbench`
 * their grades alone, as a judgment list.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { scope, index } = await openTests(request, params, context);
  const as = new URL(request.url).searchParams.get("as");
  const format = formats[as === "csv" || as === "workbench" ? as : "tests"];
  const name = `${[...index].slice(0, 100).join("")}-${format.name}`;
  return new Response(format.text(index, listRelevanceTests(scope.context.config, testsOf(scope, index))), {
    headers: {
      "Content-Type": `${format.type}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="${name.replace(/[^\w.-]+/g, "_")}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, "_")}`,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import { getImports, requireJob } from "~/services/data/import/imports.server";
import { failedFile, failedReport } from "~/services/data/import/run/retry.server";
import { requireScope } from "~/session/scope.server";

/**
 * The failed rows of an import to download: `?as=rows` as a file of their own kind, `?as=report` as CSV with line and
 * reason.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, "develop", context);
  const job = await requireJob({ scope, jobId: params["jobId"] });
  const { store } = getImports(scope.context);
  const report = new URL(request.url).searchParams.get("as") === "report";
  const lines = report ? failedReport({ store, job }) : failedFile({ store, job });
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await scope.context.drained();
      const next = lines.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
  });
  const csv = report || job.plan?.options.format === "csv";
  const base = job.name
    .replace(/\.(gz|gzip)$/i, "")
    .replace(/\.[A-Za-z]{2,6}$/, "")
    .replace(/[^\w.-]+/g, "-")
    .slice(0, 100);
  return new Response(body, {
    headers: {
      "Content-Type": csv ? "text/csv; charset=utf-8" : "application/x-ndjson; charset=utf-8",
      "Content-Disposition": `attachment; filename="${base}-failed${report ? "-reasons" : ""}.${csv ? "csv" : "ndjson"}"`,
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

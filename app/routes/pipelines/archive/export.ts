import type { LoaderFunctionArgs } from "@remix-run/node";
import { archiveOf } from "~/services/pipelines/archive/pipeline-archive.server";
import { ZipFault } from "~/services/pipelines/archive/unzip.server";
import { readScripts, requireVersion } from "~/services/pipelines/read.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";
import { pipelineRef } from "../_parts/pipeline.server";
import { pipelines } from "../_parts/thing";

/**
 * A version of a pipeline as the archive that an import takes; without a number the one that is edited first. What can
 * be no such archive leads back to the versions, with the reason.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, pipelines, context);
  const asked = pipelineRef(request);
  const { version } = await requireVersion(scope, asked);
  const { content, number } = version;
  const scripts = await readScripts(scope, { id: asked.id, version: number, content });
  const file = `${[...asked.id].slice(0, 100).join("")}-${number}.zip`;
  try {
    return new Response(new Uint8Array(await archiveOf({ content, scripts })), {
      headers: {
        "Content-Type": "application/zip",
        "Content-Disposition": `attachment; filename="${file.replace(/[^\w.-]+/g, "_")}"; filename*=UTF-8''${encodeURIComponent(file).replace(/['()*]/g, "_")}`,
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "private, no-store",
      },
    });
  } catch (error) {
    if (!(error instanceof ZipFault)) throw error;
    const to = pipelines.path(scope, { id: asked.id, page: "versions" });
    return redirectWithFlash({ request, to, kind: "bad", text: `Not exported: ${error.message}` });
  }
}

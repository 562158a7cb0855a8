import type { LoaderFunctionArgs } from "@remix-run/node";
import { readServer } from "@common/search-relevance/settings-bundle/from-server";
import { writeBundle } from "@common/search-relevance/settings-bundle/read";
import { BundleError, PARTS } from "@common/search-relevance/settings-bundle/schema";
import { screenPath } from "~/navigation/paths";
import { requireIndex } from "~/services/indices/get.server";
import { readableParts } from "~/services/search-relevance/settings-file/import.server";
import { readerOf } from "~/services/search-relevance/settings-file/server.server";
import { requireScope } from "~/session/scope.server";
import { redirectWithFlash } from "~/sessions.server";

/**
 * What belongs to the search of an index, as the file that an import takes: of its address the parts and the format.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const scope = await requireScope(request, params, { screen: "search" }, context);
  const { name } = await requireIndex(scope);
  const { searchParams } = new URL(request.url);
  const asked = searchParams.getAll("part");
  const parts = readableParts(
    scope,
    PARTS.filter((part) => asked.length === 0 || asked.includes(part)),
  );
  const format = searchParams.get("format") === "json" ? "json" : "yaml";
  try {
    if (parts.length === 0) throw new BundleError("the server does not give you access to any part.");
    const { bundle, notes } = await readServer({ callServer: readerOf(scope), index: name, parts });
    if (parts.every((part) => bundle[part] === undefined)) throw new BundleError(notes.join(" "));
    const file = `${[...name].slice(0, 100).join("")}-settings.${format}`;
    return new Response(writeBundle(bundle, format), {
      headers: {
        "Content-Type": `application/${format}; charset=utf-8`,
        "Content-Disposition": `attachment; filename="${file.replace(/[^\w.-]+/g, "_")}"; filename*=UTF-8''${encodeURIComponent(file).replace(/['()*]/g, "_")}`,
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "private, no-store",
      },
    });
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
    return redirectWithFlash({
      request,
      to: screenPath(scope, "search/file"),
      kind: "bad",
      text: `There is no file: ${error.message}`,
    });
  }
}

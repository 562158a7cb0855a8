import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AppLoadContext, createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { routeSlices } from "../../server/http/route-slice";
import { sourceBuild } from "./source-build";

/**
 * The console's pages as the server answers them, from source and in this process: loaders, actions, error boundaries
 * and HTML, for tests of what a browser without scripts gets. The build for browsers is not made, so no script of a
 * page would run. `build` is one whose modules a test changes.
 */
export async function renderedConsole(build?: ServerBuild) {
  // The entry looks for imports that were under way, in a folder of the environment.
  process.env["DATA_DIR"] ??= mkdtempSync(join(tmpdir(), "searchdeck-"));
  // As the server does: to match an address against all routes takes longer than most pages.
  const buildFor = routeSlices(build ?? (await sourceBuild()));
  const handlers = new WeakMap<ServerBuild, RequestHandler>();
  return (request: Request, context: AppLoadContext) => {
    const { pathname, search } = new URL(request.url);
    const build = buildFor(`${pathname}${search}`);
    const handle = handlers.get(build) ?? createRequestHandler(build, "production");
    handlers.set(build, handle);
    return handle(request, context);
  };
}

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/node";
import { buildRoutes } from "../../routes.js";

const app = fileURLToPath(new URL("../../app", import.meta.url));

type Module = ServerBuild["routes"][string]["module"];

async function moduleOf(file: string): Promise<Module> {
  return (await import(/* @vite-ignore */ join(app, file))) as Module;
}

/**
 * The console's pages as the server answers them, from source and in this process: loaders, actions, error boundaries and HTML, for tests of
 * what a browser without scripts gets. The build for browsers is not made, so no script of a page would run.
 */
export async function renderedConsole() {
  // The entry looks for imports that were under way, in a folder of the environment.
  process.env["DATA_DIR"] ??= mkdtempSync(join(tmpdir(), "searchdeck-"));
  const table = Object.values(buildRoutes());
  const modules = new Map<string, Module>();
  for (const file of new Set(["root.tsx", ...table.map((route) => route.file)])) modules.set(file, await moduleOf(file));
  const all = [{ id: "root", path: "", file: "root.tsx" }, ...table];
  const routes: ServerBuild["routes"] = {};
  const assets: ServerBuild["assets"]["routes"] = {};
  for (const { file, ...route } of all) {
    const module = modules.get(file);
    if (!module) continue;
    const has = {
      hasAction: "action" in module,
      hasLoader: "loader" in module,
      hasErrorBoundary: "ErrorBoundary" in module,
      hasClientAction: false,
      hasClientLoader: false,
    };
    routes[route.id] = { ...route, module };
    assets[route.id] = { ...route, ...has, module: "/none.js", imports: [] };
  }
  const entry = (await import(/* @vite-ignore */ join(app, "entry.server.tsx"))) as ServerBuild["entry"]["module"];
  const build: ServerBuild = {
    entry: { module: entry },
    routes,
    assets: { entry: { module: "/none.js", imports: [] }, routes: assets, url: "/none.js", version: "1" },
    publicPath: "/build/",
    assetsBuildDirectory: "public/build",
    future: { v3_fetcherPersist: true, v3_lazyRouteDiscovery: true, v3_relativeSplatPath: true, v3_singleFetch: true, v3_throwAbortReason: true },
    isSpaMode: false,
    mode: "production",
  };
  const handle = createRequestHandler(build, "production");
  return (request: Request, context: AppLoadContext) => handle(request, context);
}

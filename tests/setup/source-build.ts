import { join, resolve } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import { buildRoutes } from "../../routes.js";

type Module = ServerBuild["routes"][string] extends infer Route
  ? Route extends { module: infer Kind }
    ? Kind
    : never
  : never;

/** The same, with modules of its own, which a test may change. */
export async function changeableBuild(): Promise<ServerBuild> {
  const build = await sourceBuild();
  // A module that was imported cannot be changed, a copy of it can.
  for (const route of Object.values(build.routes)) if (route) route.module = { ...route.module };
  return build;
}

/**
 * The console's application as it is built, put together from its sources: every route of routes.js, without the files
 * for browsers.
 */
export async function sourceBuild(): Promise<ServerBuild> {
  const app = resolve(import.meta.dirname, "../../app");
  const load = (file: string) => import(/* @vite-ignore */ join(app, file)) as Promise<Module>;
  const routes: ServerBuild["routes"] = { root: { id: "root", path: "", module: await load("root.tsx") } };
  for (const { file, ...route } of Object.values(buildRoutes()))
    routes[route.id] = { ...route, module: await load(file) };
  const manifest: ServerBuild["assets"]["routes"] = {};
  for (const [id, { module, ...route }] of Object.entries(routes)) {
    const has = {
      hasAction: module.action !== undefined,
      hasLoader: module.loader !== undefined,
      hasErrorBoundary: module.ErrorBoundary !== undefined,
    };
    manifest[id] = {
      ...route,
      ...has,
      hasClientAction: false,
      hasClientLoader: false,
      module: `/build/${id}.js`,
      imports: [],
    };
  }
  return {
    entry: {
      module: (await import(/* @vite-ignore */ join(app, "entry.server.tsx"))) as ServerBuild["entry"]["module"],
    },
    routes,
    assets: {
      entry: { imports: [], module: "/build/entry.js" },
      routes: manifest,
      url: "/build/manifest.js",
      version: "1",
    },
    publicPath: "/build/",
    assetsBuildDirectory: "public/build",
    future: {
      v3_fetcherPersist: true,
      v3_relativeSplatPath: true,
      v3_throwAbortReason: true,
      v3_singleFetch: true,
      v3_lazyRouteDiscovery: true,
    },
    isSpaMode: false,
    mode: "production",
  };
}

import { buildRoutes } from "./routes.js";

/** @type {import('@remix-run/dev').AppConfig} */
export default {
  // The file convention is off: routes.js is the one table, so helpers and tests may lie beside a route.
  ignoredRouteFiles: ["**/*"],
  routes: () => buildRoutes(),
  serverModuleFormat: "esm",
  tailwind: true,
  postcss: true,
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: true,
    v3_relativeSplatPath: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
};

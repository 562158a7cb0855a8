import { routes as analysisRoutes } from "../analysis/routes";
import { catAliasRoutes } from "../cluster/cat-routes";
import { capabilityRoutes } from "../cluster/routes";
import { readingRoutes as documentRoutes } from "../documents/routes";
import { readingRoutes as indexRoutes } from "../index/routes";
import { routes as searchRoutes } from "../search/routes";
import type { ReadingRoute } from "../state";

/**
 * What a thread that only reads answers. Pages of a scroll belong to the one that writes, which keeps for them what
 * they may still read.
 */
export const READING_ROUTES: ReadingRoute[] = [
  ...searchRoutes.filter(({ path }) => !path.startsWith("/_search/scroll")),
  ...analysisRoutes,
  ...documentRoutes,
  ...indexRoutes,
  ...capabilityRoutes,
  ...catAliasRoutes,
];

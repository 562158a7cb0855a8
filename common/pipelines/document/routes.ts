import { aclsOfCategory, CATEGORIES, type Category } from "@common/access-control/categories";
import type { Method, PipelineRoute } from "./types";
import { type Faults, quoted } from "./faults";
import { DOCUMENT_LIMITS } from "./limits";
import { type Members, membersOfEach } from "./members";
import { normalPath, pathFault, segmentsOf } from "./path";

/** The methods that a route may have. */
export const METHODS = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
] as const satisfies readonly Method[];

// Public pipelines name categories that this server does not have, `elasticsearch` above all. Such a route is one of
// documents where its acl is one of documents (`index`, `bulk`), else one of searches. Without any the path tells.
function categoryOf({ given, acl, path }: { given: string | null; acl: string | null; path: string }): Category {
  const known = CATEGORIES.find((category) => category === given);
  if (known) return known;
  if (given === null && segmentsOf(path).some((segment) => segment.startsWith("_reactivesearch")))
    return "reactivesearch";
  return acl === "doc" || aclsOfCategory("docs").some((one) => one === acl) ? "docs" : "search";
}

function pathOf(route: Members): string {
  const given = route.text("path");
  if (given === null) {
    route.refuse("path", "is required");
    return "/";
  }
  const reason = pathFault(given);
  if (reason !== null) route.refuse("path", reason);
  return normalPath(given);
}

function methodOf(route: Members): Method {
  const given = route.text("method");
  const method = METHODS.find((one) => one === given?.trim().toUpperCase());
  if (method) return method;
  route.refuse("method", given === null ? "is required" : `${quoted(given)} is none of ${METHODS.join(", ")}`);
  return "GET";
}

/** The routes of a pipeline. */
export function readRoutes(pipeline: Members, faults: Faults): PipelineRoute[] {
  const given = pipeline.list("routes", "a pipeline needs at least one route");
  if (given.length > DOCUMENT_LIMITS.routes) {
    pipeline.refuse("routes", `these are ${given.length} routes, more than ${DOCUMENT_LIMITS.routes}`);
    return [];
  }
  return membersOfEach(given, { path: ["routes"], faults }).map(({ members: route }) => {
    const path = pathOf(route);
    const method = methodOf(route);
    const classify = route.members("classify");
    const [given, acl] = [classify?.text("category") ?? null, classify?.text("acl") ?? null];
    return {
      path,
      method,
      classify: { category: categoryOf({ given, acl, path }), acl },
      recordLogs: route.flag("recordLogs", false),
    };
  });
}

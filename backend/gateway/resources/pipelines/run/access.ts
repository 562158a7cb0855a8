import { ACLS, type Category, type Op, opOfMethod } from "@common/access-control/categories";
import type { Access } from "@backend/gateway/platform/http/types";
import type { PipelineRoute } from "@common/pipelines/document/types";

const READING: readonly Category[] = ["reactivesearch", "search"];
/** Groups of calls that only read, by whatever method they are sent. */
const READING_ACLS = new Set([
  "search",
  "msearch",
  "count",
  "get",
  "mget",
  "source",
  "exists",
  "explain",
  "field_caps",
]);
const DELETING_ACLS = new Set(["delete", "delete_by_query"]);

function opOf({ method, classify: { category, acl } }: PipelineRoute): Op {
  if (acl !== null && DELETING_ACLS.has(acl)) return "delete";
  if ((acl !== null && READING_ACLS.has(acl)) || (acl === null && READING.includes(category))) return "read";
  return opOfMethod(method);
}

/** What the caller of a pipeline's route must hold, by how the route is classified. */
export function accessOf(route: PipelineRoute): Access {
  const { category } = route.classify;
  const acl = ACLS.find((known) => known === route.classify.acl);
  return { kind: "search", category, ...(acl && { acl }), op: opOf(route) };
}

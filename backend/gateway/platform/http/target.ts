import { NOT_OFFERED } from "@common/http/not-offered";
import { splitIndices } from "../access/indices";
import { withoutType } from "./typed-calls";
import { HttpError, notFound } from "./errors";
import { parsePath } from "./paths";
import type { Router } from "./router";
import type { Context, Route } from "./types";

/** What a call's method and target lead to: a route, with what the path tells it; or why to none. */
export type Target =
  | { kind: "route"; route: Route; place: Pick<Context, "path" | "segments" | "params" | "query" | "indices"> }
  | { kind: "redirect"; location: string }
  | { kind: "malformed" }
  | NotOffered;

type NotOffered = Exclude<ReturnType<Router>, { kind: "route" }>;

/**
 * What is answered where a path, or its method, leads to no route: in the error shape, as every refusal; the real
 * server answers text, or nothing.
 */
export function notOffered(target: NotOffered): HttpError {
  if (target.kind === "not-found") return notFound(NOT_OFFERED);
  return new HttpError(405, NOT_OFFERED, { headers: { Allow: target.methods.join(", ") } });
}

/** Finds the route of a call, as it is written in its request line or in an address. */
export function targetOf({ method, target, router }: { method: string; target: string; router: Router }): Target {
  const found = parsePath(target);
  if (found.kind !== "path") return found;
  const { path, query } = found;
  const segments = withoutType(found.segments);
  const match = router(method, segments);
  if (match.kind !== "route") return match;
  const index = match.params["index"];
  return {
    kind: "route",
    route: match.route,
    place: { path, segments, query, params: match.params, indices: index === undefined ? [] : splitIndices(index) },
  };
}

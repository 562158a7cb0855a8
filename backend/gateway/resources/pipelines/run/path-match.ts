import type { PipelineRoute } from "@common/pipelines/document/types";
import { isManagement, parameterOf, segmentsOf } from "@common/pipelines/document/path";

/** Holds a path that was read against decoded segments of a request: the values of its parameters, or null. */
export type PathMatcher = (segments: readonly string[]) => Record<string, string> | null;

/** Reads a path once, to be held against any number of requests. */
export function pathMatcher(path: string): PathMatcher {
  const parts = segmentsOf(path).map((segment) => ({ segment, name: parameterOf(segment) }));
  return (segments) => {
    if (segments.length !== parts.length) return null;
    // A parameter stands for any value, but not for the management of this server.
    if (segments[0] !== undefined && isManagement(segments[0])) return null;
    const values: [string, string][] = [];
    for (const [place, { segment, name }] of parts.entries()) {
      const value = segments[place] ?? "";
      if (name !== null && value !== "") values.push([name, value]);
      else if (name !== null || value !== segment) return null;
    }
    return Object.fromEntries(values);
  };
}

/**
 * What a route's parameters stand for in a request of these decoded segments, by their names; null where the route is
 * not that of the request.
 */
export function matchPath(
  { path }: Pick<PipelineRoute, "path">,
  segments: readonly string[],
): Record<string, string> | null {
  return pathMatcher(path)(segments);
}

/**
 * How narrow a path is: of two that match a request, the higher one comes first. Each segment that stands for itself
 * counts; among equals the one whose own segments come sooner is higher.
 */
export function specificity(path: string): number {
  return segmentsOf(path).reduce(
    (sum, segment, place) => (parameterOf(segment) === null ? sum + 2 + 2 ** -(place + 1) : sum),
    0,
  );
}

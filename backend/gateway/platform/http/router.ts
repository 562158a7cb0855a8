import type { Method, Route } from "./types";

type Compiled = { route: Route; segments: string[]; rest: string | null };
export type Match =
  | { kind: "route"; route: Route; params: Record<string, string> }
  | { kind: "method-not-allowed"; methods: Method[] }
  | { kind: "not-found" };
export type Router = (method: string, segments: readonly string[]) => Match;

function compile(route: Route): Compiled {
  const segments = route.path.split("/").filter((segment) => segment !== "");
  const last = segments.at(-1);
  if (last?.startsWith("*")) return { route, segments: segments.slice(0, -1), rest: last.slice(1) };
  return { route, segments, rest: null };
}

// Literal segments go before parameters, from the left; routes that take any rest come last.
function rank(compiled: Compiled): string {
  const kinds = compiled.segments.map((segment) => (segment.startsWith(":") ? "1" : "0")).join("");
  return kinds + (compiled.rest === null ? "" : "2");
}

function paramsOf(compiled: Compiled, segments: readonly string[]): Record<string, string> | null {
  if (compiled.rest === null && segments.length !== compiled.segments.length) return null;
  if (compiled.rest !== null && segments.length <= compiled.segments.length) return null;
  const params: Record<string, string> = {};
  for (const [place, pattern] of compiled.segments.entries()) {
    const segment = segments[place] ?? "";
    if (pattern.startsWith(":")) params[pattern.slice(1)] = segment;
    else if (pattern !== segment) return null;
  }
  if (compiled.rest !== null) params[compiled.rest] = segments.slice(compiled.segments.length).join("/");
  return params;
}

/**
 * A router over the table. A path that is known under another method only gives 405, as the real server answers
 * before any sign-in check, told with the methods that it has; where a wider route takes the method (`PUT /books/_nope`
 * is a typed document), that one runs.
 */
export function createRouter(routes: readonly Route[]): Router {
  const table = routes.map(compile).sort((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0));
  const takes = (route: Route, method: string) => route.methods.some((known: Method) => known === method);
  return (method, segments) => {
    const known = new Set<Method>();
    for (const compiled of table) {
      const params = paramsOf(compiled, segments);
      if (!params) continue;
      if (takes(compiled.route, method)) return { kind: "route", route: compiled.route, params };
      for (const other of compiled.route.methods) known.add(other);
    }
    return known.size > 0 ? { kind: "method-not-allowed", methods: [...known].sort() } : { kind: "not-found" };
  };
}

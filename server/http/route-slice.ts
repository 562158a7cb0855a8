import type { ServerBuild } from "@remix-run/node";
import { pathOfPage } from "./page-data";

// Remix flattens and ranks the whole table of routes several times for each page, and makes an object of every route. A
// page asks for one address, so its handler gets a build that has only the routes which that address, or one of those
// above it, can lead to. docs/decisions/0020 tells more.

/** So many parts of an address decide; what is deeper is told apart within the slice. */
const DECIDING = 3;
/** Addresses come from anybody, so only so many are remembered. */
const MOST_KEPT = 2_000;

type Pattern = {
  /** The route and those around it. */
  ids: string[];
  parts: string[];
  /** The fewest parts of an address that it fits. */
  least: number;
};

type Slice = { build: ServerBuild; ids: readonly string[] };

/** The full patterns of all routes that an address may end in. */
function patternsOf(routes: ServerBuild["routes"]): Pattern[] {
  return Object.values(routes).flatMap((route) => {
    if (route === undefined || (route.path === undefined && route.index !== true)) return [];
    const ids: string[] = [];
    const paths: string[] = [];
    for (
      let at: typeof route | undefined = route;
      at !== undefined;
      at = at.parentId === undefined ? undefined : routes[at.parentId]
    ) {
      ids.unshift(at.id);
      paths.unshift(at.path ?? "");
    }
    const all = paths.join("/").split("/").filter(Boolean);
    // What may be left out stands for anything from there on.
    const open = all.findIndex((part) => part === "*" || part.endsWith("?"));
    const parts = open < 0 ? all : [...all.slice(0, open), "*"];
    return [{ ids, parts, least: open < 0 ? all.length : open }];
  });
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function mayLead({ pattern, parts }: { pattern: Pattern; parts: readonly string[] }): boolean {
  if (pattern.least > parts.length) return false;
  return pattern.parts
    .slice(0, Math.min(DECIDING, parts.length))
    .every((part, at) => part === "*" || part.startsWith(":") || part.toLowerCase() === parts[at]);
}

/**
 * For a request's target the build without the routes that it cannot lead to; the same object for targets of one kind.
 * The answer of Remix is the same as with the whole build, for of the routes that fit an address all are there, in
 * their order, as well as those above it, which the browser's manifest tells of.
 */
export function routeSlices(build: ServerBuild): (target: string) => ServerBuild {
  const patterns = patternsOf(build.routes);
  const deepest = Math.max(0, ...patterns.map(({ least }) => least));
  const named = Array.from(
    { length: DECIDING },
    (_, at) => new Set(patterns.map(({ parts }) => (parts[at] ?? "").toLowerCase())),
  );
  const byKey = new Map<string, Slice>();
  const byRoutes = new Map<string, Slice>();

  function sliceWith(wanted: ReadonlySet<string>): Slice {
    const ids = Object.keys(build.routes).filter((id) => wanted.has(id));
    const only = <Route>(routes: Record<string, Route>) =>
      Object.fromEntries(ids.flatMap((id) => (routes[id] === undefined ? [] : [[id, routes[id]]])));
    return {
      ids,
      build: { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } },
    };
  }

  function sliceOf(pathname: string): Slice {
    const parts = pathOfPage(pathname)
      .split("/")
      .filter(Boolean)
      .map((part) => decoded(part).toLowerCase());
    const key = `${Math.min(parts.length, deepest)}/${parts
      .slice(0, DECIDING)
      .map((part, at) => (named[at]?.has(part) ? part : ":"))
      .join("/")}`;
    const known = byKey.get(key);
    if (known !== undefined) return known;
    const wanted = new Set(patterns.filter((pattern) => mayLead({ pattern, parts })).flatMap(({ ids }) => ids));
    const routes = [...wanted].join("\n");
    const slice = byRoutes.get(routes) ?? sliceWith(wanted);
    if (byKey.size >= MOST_KEPT) byKey.clear();
    byKey.set(key, slice);
    byRoutes.set(routes, slice);
    return slice;
  }

  return (target) => {
    const { pathname, searchParams } = new URL(`http://console${target}`);
    if (pathname !== "/__manifest") return sliceOf(pathname).build;
    // The browser asks which routes the links of a page lead to: those of all of them.
    const asked = searchParams.getAll("p").flatMap((path) => sliceOf(path).ids);
    // Who asks for none is answered as by the whole table, which has a root.
    return asked.length === 0 ? build : sliceWith(new Set(asked)).build;
  };
}

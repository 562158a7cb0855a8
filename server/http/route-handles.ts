import type { ServerBuild } from "@remix-run/node";

/**
 * A route as it is mounted: what its module exports as `handle`, whether it is a page, the parts of its whole pattern.
 */
export type MountedRoute = { handle: Readonly<Record<string, unknown>>; isPage: boolean; parts: readonly string[] };

function mountedRoutes(routes: ServerBuild["routes"]): MountedRoute[] {
  return Object.values(routes).flatMap((route) => {
    if (route === undefined) return [];
    const paths: string[] = [];
    for (
      let at: typeof route | undefined = route;
      at !== undefined;
      at = at.parentId === undefined ? undefined : routes[at.parentId]
    )
      paths.unshift(at.path ?? "");
    const handle: unknown = route.module.handle;
    const told = typeof handle === "object" && handle !== null ? Object.fromEntries(Object.entries(handle)) : {};
    return [
      { handle: told, isPage: route.module.default !== undefined, parts: paths.join("/").split("/").filter(Boolean) },
    ];
  });
}

// As the router reads them: an encoded letter is the letter.
function decoded(part: string): string {
  try {
    return decodeURIComponent(part).toLowerCase();
  } catch {
    return part.toLowerCase();
  }
}

/**
 * Of each route what `read` makes of it; tells for a request's target, `.data` as its page, what it leads to.
 * `undefined` is what needs no telling.
 */
export function byRoute<Told>(
  build: ServerBuild,
  read: (route: MountedRoute) => Told | undefined,
): (target: string) => Told | undefined {
  const patterns = mountedRoutes(build.routes).flatMap((route) => {
    const told = read(route);
    return told === undefined
      ? []
      : [{ told, parts: route.parts.map((part) => (part.startsWith(":") ? part : part.toLowerCase())) }];
  });
  return (target) => {
    const address = `http://console${target}`;
    if (!target.startsWith("/") || !URL.canParse(address)) return undefined;
    const { pathname } = new URL(address);
    const path = pathname.endsWith(".data") ? pathname.slice(0, -".data".length) : pathname;
    const parts = path.split("/").filter(Boolean).map(decoded);
    const fits = ({ parts: pattern }: { parts: readonly string[] }) =>
      pattern.length === parts.length && pattern.every((part, at) => part.startsWith(":") || part === parts[at]);
    return patterns.find(fits)?.told;
  };
}

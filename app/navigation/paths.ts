import { decodeSegment, encodeSegment } from "~/lib/address/ids";

export type LevelRef = { level: "cluster"; app?: undefined } | { level: "app"; app: string };

export type Query = Record<string, string | number | boolean | readonly string[] | null | undefined>;

/**
 * A query string with its `?`, or nothing. Values that are empty, null or undefined are left out; a list repeats its
 * name.
 */
export function queryString(query: Query = {}) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined || value === "") continue;
    for (const part of Array.isArray(value) ? value : [value]) parameters.append(name, String(part));
  }
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}

/**
 * The path of a screen at the level one is on: `screenPath(scope, "browse")` is `/app/films/browse`.
 * `screen` is the key of routes.js, with its sub-screen when there is one (`credentials/new`); what comes from data
 * goes into `rest`, encoded here.
 */
export function screenPath(
  at: LevelRef,
  screen = "",
  { rest = [], query }: { rest?: readonly string[]; query?: Query } = {},
) {
  const base = at.level === "app" ? `/app/${encodeSegment(at.app)}` : "/cluster";
  const tail = [...(screen === "" ? [] : [screen]), ...rest.map(encodeSegment)].join("/");
  return `${base}${tail === "" ? "" : `/${tail}`}${queryString(query)}`;
}

export const clusterLevel: LevelRef = { level: "cluster" };

/** The level of one index. */
export function appLevel(app: string): LevelRef {
  return { level: "app", app };
}

/** The level that a route's `appName` parameter stands for. */
export function levelRef(index: string | undefined): LevelRef {
  return index === undefined ? clusterLevel : appLevel(index);
}

/**
 * What stands behind the screen in an address, `rest` of `screenPath`. Taken from the address itself: the router's
 * parameter turns `%252F` into a slash, and both `a/b` and `a%2Fb` are ids. By place, not by name: an index may be
 * called as a screen is.
 */
export function restOf(pathname: string, at = 0): string {
  const [, level, ...segments] = pathname.split("/");
  return decodeSegment(segments[(level === "app" ? 2 : 1) + at] ?? "");
}

import { mountedPaths, shared } from "../../e2e/support/screens";
import { hostilePages, hostileQueries } from "../../setup/hostile/stored";

export type Address = {
  path: string;
  /** Statuses it may answer with. */
  expected: readonly number[];
  /** Whether it only asks in an odd way for what another address shows. */
  odd?: boolean;
};

/** Module paths of routes, below `app/`, that a change may have touched; undefined is all of them. */
function touched(): ReadonlySet<string> | undefined {
  const given = process.env["WALK_ONLY"];
  return given === undefined ? undefined : new Set(given.split(",").map((file) => file.replace(/^app\//, "")));
}

/** Addresses with markup where they name a thing, or ask for something: they are refused, or answered. */
const odd = [200, 400, 404];

/**
 * Every address that needs eyes: each screen at one of its levels, and those that say what the sample's do not. The
 * sign-in is first, for nobody is signed in then.
 */
export function addresses(only = touched()): Address[] {
  const screens = mountedPaths().filter(
    ({ kind, path }) =>
      ["page", "plain", "chooser", "not-found"].includes(kind) && !path.startsWith("/resources/") && path !== "/logout",
  );
  const asked = new Map(screens.map(({ path, kind, file }) => [path, { kind, file }]));
  const chosen = shared(screens)
    .index.filter((path) => only === undefined || only.has(asked.get(path)?.file ?? ""))
    .map((path) => ({ path, expected: asked.get(path)?.kind === "not-found" ? [404] : [200] }));
  if (only !== undefined) return chosen;
  const pages = hostilePages().filter((path) => !path.startsWith("/resources/"));
  return [
    ...[...chosen, ...pages.map((path) => ({ path, expected: odd }))],
    ...hostileQueries().map((path) => ({ path, expected: odd, odd: true })),
  ];
}
